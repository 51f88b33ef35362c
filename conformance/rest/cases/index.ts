import type { Family } from '../case.ts'
import { audiences, refusals, schemas, tokens, transactionEnds } from './access.ts'
import { aggregates, spreads } from './aggregates.ts'
import { json, logic } from './conditions.ts'
import { counting } from './counting.ts'
import { disambiguation } from './disambiguation.ts'
import { options, preferences, singular, variety, withoutNulls } from './formats.ts'
import { functions } from './functions.ts'
import { computedRelations, innerJoins, related } from './joins.ts'
import { plans } from './plans.ts'
import { reading } from './reading.ts'
import { deletes, inserts, updates, upserts } from './writing.ts'

export const families: Family[] = [
  reading,
  counting,
  inserts,
  updates,
  deletes,
  upserts,
  functions,
  innerJoins,
  computedRelations,
  related,
  disambiguation,
  aggregates,
  spreads,
  json,
  logic,
  singular,
  withoutNulls,
  options,
  variety,
  preferences,
  tokens,
  audiences,
  schemas,
  transactionEnds,
  refusals,
  plans,
]
