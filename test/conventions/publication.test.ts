import { fileExists, filesBelow, readText } from '../support/files';
import { stepsOf, workflowIn, type Job } from '../support/githubWorkflows';

const { scripts, version, files, author, dependencies } = JSON.parse(readText('package.json')) as {
	scripts: Record<string, string>;
	version: string;
	files: string[];
	author: { email: string };
	dependencies?: unknown;
};

const FOLDER = '.github/workflows';
const workflows = filesBelow(FOLDER, '.yml').map((file) => [file, workflowIn(file)] as const);
const publish = workflowIn(`${FOLDER}/publish.yml`);
const { build, publish: publishing, attach } = publish.jobs as Record<string, Job>;
const commandsOf = (job: Job | undefined) => stepsOf(job).flatMap(({ run }) => run?.trim() ?? []);
const actionsOf = (job: Job | undefined) =>
	stepsOf(job).flatMap(({ uses }) => uses?.replace(/@.*/, '') ?? []);

describe('publication', () => {
	it('starts with a release', () => {
		expect(publish.on).toEqual({ release: { types: ['published'] } });
	});

	it('tests, builds, audits and packs without the permission to publish', () => {
		expect(build?.permissions).toEqual({ contents: 'read' });
		expect(build?.environment).toBeUndefined();
		expect(commandsOf(build).filter((command) => command.startsWith('npm '))).toEqual([
			'npm test',
			'npm run build',
			'npm audit --omit=dev --workspaces=false',
			'npm pack --ignore-scripts --pack-destination release',
			'npm sbom --sbom-format cyclonedx --omit dev --workspaces=false --package-lock-only > release/sbom.cdx.json',
		]);
	});

	it('is a job that runs nothing but npm publish, with provenance, of the package that it is handed', () => {
		expect(publishing?.needs).toBe('build');
		expect(publishing?.environment).toBe('npm');
		expect(publishing?.permissions).toEqual({ 'id-token': 'write' });
		expect(commandsOf(publishing)).toEqual([
			'npm publish ./release/*.tgz --provenance --access public --ignore-scripts',
		]);
		expect(actionsOf(publishing)).toEqual(['actions/setup-node', 'actions/download-artifact']);
		expect(stepsOf(publishing)[0]?.with).toEqual({ 'node-version': 24, 'package-manager-cache': false });
		expect(publishing?.steps?.some((step) => 'env' in step)).toBe(false);
	});

	it('puts the package and its bill of materials beside the release, once it is published', () => {
		expect(attach?.needs).toBe('publish');
		expect(attach?.permissions).toEqual({ contents: 'write' });
		expect(actionsOf(attach)).toEqual(['actions/download-artifact']);
		expect(commandsOf(attach)).toEqual(['gh release upload "$GITHUB_REF_NAME" release/*']);
	});

	it('hands over one artifact between its jobs', () => {
		const artifacts = Object.values(publish.jobs)
			.flatMap(stepsOf)
			.filter(({ uses }) => uses?.includes('-artifact@'));
		expect(artifacts.map((step) => step.with)).toEqual([
			{ name: 'release', path: 'release/', 'if-no-files-found': 'error' },
			{ name: 'release', path: 'release' },
			{ name: 'release', path: 'release' },
		]);
	});

	it('takes only the built package, which depends on nothing', () => {
		expect(files).toEqual(['dist']);
		expect(dependencies).toBeUndefined();
	});

	it('has a changelog for what comes next or for this version', () => {
		const [first = ''] = /^## .*$/m.exec(readText('CHANGELOG.md')) ?? [];
		expect(['## Unreleased', `## ${version}`].some((heading) => first.startsWith(heading))).toBe(true);
	});

	it('says how to report a vulnerability, and what is supported', () => {
		const policy = readText('SECURITY.md');
		expect(policy).toContain(author.email);
		for (const heading of ['## Reporting a vulnerability', '## Supported versions']) {
			expect(policy).toContain(heading);
		}
	});
});

describe('workflows on GitHub', () => {
	const NPM = ['audit', 'pack', 'publish', 'sbom'];

	it.each(workflows)('%s runs only commands that exist', (_, { jobs }) => {
		const commands = Object.values(jobs).flatMap(commandsOf);
		const named = commands.flatMap((command) => [...command.matchAll(/\bnpm (run )?([\w:-]+)/g)]);
		for (const [, run, name = ''] of named) {
			expect([...Object.keys(scripts), ...(run === undefined ? NPM : [])]).toContain(name);
		}
		const own = commands.filter((command) => command.startsWith('.ci/'));
		expect(own.filter((command) => !fileExists(command))).toEqual([]);
		expect(named.length + own.length).toBeGreaterThan(0);
	});

	it.each(workflows)('%s has no more rights than it needs', (_, { permissions, jobs }) => {
		expect(permissions).toEqual({ contents: 'read' });
		const more = Object.values(jobs).filter((job) =>
			Object.values(job.permissions ?? {}).some((right) => right !== 'read'),
		);
		for (const job of more) expect([publishing, attach]).toContainEqual(job);
	});

	it.each(workflows)('%s fetches and installs nothing where it may write', (_, { jobs }) => {
		const writing = Object.values(jobs).filter(({ permissions = {} }) =>
			Object.values(permissions).includes('write'),
		);
		for (const job of writing) {
			expect(actionsOf(job)).not.toContain('actions/checkout');
			expect(commandsOf(job).join('\n')).not.toMatch(/npm (ci|install|i|run|test|exec)|npx|node /);
		}
	});

	it.each(workflows)('%s names each action by its commit, with the version beside it', (file, { jobs }) => {
		const used = Object.values(jobs)
			.flatMap(stepsOf)
			.filter(({ uses }) => uses !== undefined);
		const pinned = [...readText(file).matchAll(/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/gm)];
		expect(pinned).toHaveLength(used.length);
	});

	it('use one commit of each action', () => {
		const used = workflows.flatMap(([, { jobs }]) =>
			Object.values(jobs)
				.flatMap(stepsOf)
				.flatMap(({ uses }) => uses ?? []),
		);
		const names = new Set(used.map((action) => action.replace(/@.*/, '')));
		expect(new Set(used).size).toBe(names.size);
	});

	it.each(workflows)('%s keeps no credential of the checkout', (_, { jobs }) => {
		const checkouts = Object.values(jobs)
			.flatMap(stepsOf)
			.filter(({ uses }) => uses?.startsWith('actions/checkout@'));
		for (const step of checkouts) expect(step.with).toMatchObject({ 'persist-credentials': false });
	});

	it.each(workflows)('%s puts nothing that comes from outside into a command', (_, { jobs }) => {
		const commands = Object.values(jobs).flatMap(commandsOf);
		const inserted = commands.flatMap((command) => [...command.matchAll(/\$\{\{\s*([^}]*?)\s*\}\}/g)]);
		expect(inserted.filter(([, expression]) => !expression?.startsWith('matrix.'))).toEqual([]);
	});

	it('audit what is published with every change', () => {
		const ci = workflowIn(`${FOLDER}/ci.yml`);
		expect(Object.values(ci.jobs).flatMap(commandsOf)).toContain('npm audit --omit=dev --workspaces=false');
	});
});

describe('Dependabot', () => {
	const { version: form, updates } = workflowIn('.github/dependabot.yml') as unknown as {
		version: number;
		updates: Array<{ 'package-ecosystem': string; directory: string; schedule: { interval: string } }>;
	};

	it('looks after the development packages and the actions', () => {
		expect(form).toBe(2);
		expect(updates.map((one) => [one['package-ecosystem'], one.directory, one.schedule.interval])).toEqual([
			['npm', '/', 'weekly'],
			['github-actions', '/', 'weekly'],
		]);
	});
});
