import { everyHabit } from './every-habit.ts';
import { startHabit } from './habit-service.ts';
import { describeSource } from './source-suite.ts';

for (const [name, habit] of Object.entries(everyHabit)) describeSource(name, () => startHabit(habit));
