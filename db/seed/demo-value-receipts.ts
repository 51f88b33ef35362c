import { dayMs } from '#domain/durations.ts'
import { makeValueReceiptsJob } from '#server/features/value-receipts/make-value-receipts.ts'
import { saveValueSettings } from '#server/features/value-receipts/save-value-settings.ts'
import type { Caller } from '#server/platform/database/transactions.ts'
import { call, type DemoTools, settle } from './demo-tools.ts'

/** What services cost somebody without a plan. */
const prices: Record<string, string> = {
  'visit:consultation': '140',
  'visit:checkup': '95',
  'visit:followup': '75',
  'visit:therapy': '120',
  message: '25',
  lesson: '15',
}
/** So long ago the clinic began to give receipts. */
const sinceDays = 40

/** A clinic prices its services and gives value receipts: those of the plan months that ended lately are made. */
export async function giveDemoReceipts(tools: DemoTools, admin: Caller): Promise<void> {
  const { services, clock } = tools
  const present = clock.offsetMs
  clock.setOffset(present - sinceDays * dayMs)
  await call(tools, saveValueSettings, admin, { version: 0, audience: 'everybody', prices })
  clock.setOffset(present)
  await services.transactions.withSystem('demo', (tx) => services.jobs.enqueue(tx, makeValueReceiptsJob, {}))
  await settle(tools)
}
