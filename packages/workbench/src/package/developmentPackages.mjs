import { spawn } from 'node:child_process';
import { isInstalled } from './installed.mjs';

/**
 * Installs the tools that every command needs, unless they are there.
 * @param {string} root
 * @returns {Promise<number>} npm's exit code
 */
export async function installDevelopmentPackages(root) {
	if (isInstalled(root)) return 0;
	console.log('Installing the development packages (npm ci, about a minute) …');
	const code = await npmCi(root);
	if (code !== 0)
		console.error(`The development packages could not be installed (npm ci ended with ${code}).`);
	return code;
}

async function npmCi(cwd) {
	const windows = process.platform === 'win32';
	const npm = spawn('npm', ['ci', '--loglevel=error'], {
		cwd,
		stdio: ['ignore', 'inherit', 'inherit'],
		shell: windows,
	});
	const pass = (signal) => npm.kill(signal);
	process.on('SIGINT', pass).on('SIGTERM', pass);
	return await new Promise((resolve) => {
		npm.once('error', () => resolve(127));
		npm.once('exit', (code) => resolve(code ?? 130));
	}).finally(() => process.off('SIGINT', pass).off('SIGTERM', pass));
}
