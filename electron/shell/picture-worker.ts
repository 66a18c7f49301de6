import { parentPort, workerData } from 'node:worker_threads';
import { type DrawnPixels, pngOf } from './picture-png.ts';

// A thread for one picture: packing one of a large screen takes some tenths of a second, in which no window would answer.
parentPort?.postMessage(pngOf(workerData as DrawnPixels));
