import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import type { Tx } from '../platform/database/transactions.ts'

/**
 * Whether the session has a second factor, or none is required for health data (docs/threats.md T18). Check it before a
 * step `asSystem` that bypasses row-level security for the actor.
 */
export async function mayUseHealthData(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`select app.may_use_health_data() as may`.execute(tx)
  return rows[0]?.may ?? false
}

/** @throws AppError `second_step_required` */
export async function requireHealthDataAccess(tx: Tx): Promise<void> {
  if (!(await mayUseHealthData(tx))) throw new AppError('second_step_required')
}
