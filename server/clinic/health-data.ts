import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import type { Tx } from '../platform/database/transactions.ts'

/**
 * Whether the session may use health data: it has a second factor, or none is required (docs/threats.md T18). Row-level
 * security guards the rows; check this before a step `asSystem` that reads or writes them for the actor.
 */
export async function mayUseHealthData(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`select app.may_use_health_data() as may`.execute(tx)
  return rows[0]?.may ?? false
}

/** @throws AppError `second_step_required` */
export async function requireHealthDataAccess(tx: Tx): Promise<void> {
  if (!(await mayUseHealthData(tx))) throw new AppError('second_step_required')
}
