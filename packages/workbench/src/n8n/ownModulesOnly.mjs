/*
 * Preloaded into n8n. Its user folder is inside this repository, so a node that requires a package that n8n lacks would
 * get the development package of the root: it would work here and fail for the user.
 */
import Module from 'node:module';
import { resolve } from 'node:path';

const developmentPackages = resolve(import.meta.dirname, '..', '..', '..', '..', 'node_modules');
const lookUp = Module._nodeModulePaths;

Module._nodeModulePaths = (from) => lookUp(from).filter((path) => path !== developmentPackages);
