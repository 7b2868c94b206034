// A thread in which one world is played: plain JavaScript, for it must register what reads TypeScript.
import { register } from 'tsx/esm/api';

register();
await import('./worker.mts');
