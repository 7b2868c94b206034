/** Has Node.js load a module of n8n, once for all test files of a worker; jest would load its 2,000 for each of them. */
export default {
	process: (_, path) => ({ code: `module.exports = requireOnce(${JSON.stringify(path)});` }),
};
