import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Asset } from './routes.mts';

const folder = join(import.meta.dirname, '..', '..', 'assets');

/** The files of the page. */
export function readAssets(): Asset[] {
	const idiomorph = createRequire(import.meta.url).resolve('idiomorph/dist/idiomorph.esm.js');
	return [
		asset('style.css', 'text/css', join(folder, 'style.css')),
		asset('script.js', 'text/javascript', join(folder, 'script.js')),
		asset('icon.svg', 'image/svg+xml', join(folder, 'icon.svg')),
		asset('idiomorph.js', 'text/javascript', idiomorph),
	];
}

function asset(name: string, type: string, path: string): Asset {
	return { name, type, content: readFileSync(path, 'utf8') };
}
