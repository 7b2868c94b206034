/*
 * Preloaded into n8n. Its user folder lies inside this repository, so that Node would find the development
 * packages of the root for a node that requires something n8n does not offer: it would work here and fail
 * for the user.
 */
import Module from 'node:module';
import { resolve } from 'node:path';

const developmentPackages = resolve(import.meta.dirname, '..', '..', '..', '..', 'node_modules');
const lookUp = Module._nodeModulePaths;

Module._nodeModulePaths = (from) => lookUp(from).filter((path) => path !== developmentPackages);
