import type { Family } from '../case.ts'
import { counting } from './counting.ts'
import { functions } from './functions.ts'
import { reading } from './reading.ts'
import { deletes, inserts, updates, upserts } from './writing.ts'

/** Every family of examples. A new one is a file beside these, named after the family and listed here. */
export const families: Family[] = [reading, counting, inserts, updates, deletes, upserts, functions]
