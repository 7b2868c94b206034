import { register } from 'tsx/esm/api';

// jest cannot load what the sandbox is made of: its libraries are ES modules.
register();
const { JOBS } = await import('../src/world/jobs.mts');
console.log(JSON.stringify(JOBS.map(({ resource, operation }) => `${resource} ${operation}`)));
