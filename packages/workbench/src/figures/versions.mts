import { readFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { newestVersion } from '../n8n/version.mts';
import { inRoot } from '../util/paths.mts';

/** What the figures depend on. */
export interface Versions {
	machine: string;
	/** The versions of the package, n8n and the Node that n8n runs on. */
	versions: Record<'package' | 'n8n' | 'node', string>;
}

const GIB = 1_073_741_824;

/** As the documents name it. */
export function circumstances(measuredAt: Date, { machine, versions: of }: Versions = versions()): string {
	const named = `package ${of.package}, n8n ${of.n8n}, Node.js ${of.node}`;
	return `Measured ${measuredAt.toISOString().slice(0, 10)}: ${named}; ${machine}.`;
}

export function versions(): Versions {
	const [processor] = cpus();
	const memory = Math.round(totalmem() / GIB);
	return {
		machine: `${cpus().length} × ${processor?.model.trim()}, ${memory} GiB, ${process.platform} ${process.arch}`,
		versions: {
			package: versionIn('package.json'),
			n8n: newestVersion(),
			node: nodeOfN8n(),
		},
	};
}

/** The Node that is installed beside n8n, or the one that runs this. */
function nodeOfN8n(): string {
	const packaged = `runtime/node_modules/node-${process.platform}-${process.arch}/package.json`;
	try {
		return versionIn(packaged);
	} catch {
		return process.versions.node;
	}
}

function versionIn(manifest: string): string {
	return (JSON.parse(readFileSync(inRoot(manifest), 'utf8')) as { version: string }).version;
}
