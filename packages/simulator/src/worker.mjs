// Plays one world in a thread. Plain JavaScript, because it registers the TypeScript loader.
import { register } from 'tsx/esm/api';

register();
await import('./worker.mts');
