import { stopOnSignals } from '../processes/signals.mts';
import { runShown, scriptOf } from '../processes/tool.mts';

/** The examples are run in n8n-core's own contexts, which the unit tests have. */
export default async function docs({ check = false }: { check?: boolean }): Promise<number> {
	stopOnSignals();
	const env = { ...process.env, WRITE_DOCUMENTS: check ? 'no' : 'yes' };
	const code = await runShown(process.execPath, [scriptOf('jest', 'jest'), 'test/documents'], { env });
	return code === 0 ? 0 : 1;
}
