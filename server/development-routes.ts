import type { AppParts } from './app-parts.ts'
import { accountRoute } from './development/account-route.ts'
import { calendarRoute } from './development/calendar-route.ts'
import { clockRoute } from './development/clock-route.ts'
import { mailboxRoutes } from './development/mailbox.ts'
import { proofsRoute } from './development/proofs-route.ts'
import { type Payments, sandboxPath } from './payments.ts'
import type { AdjustableClock } from './platform/clock.ts'
import type { Transactions } from './platform/database/transactions.ts'
import type { AttachReceipt } from './platform/mail/mail.ts'

type DevelopmentRoute = AppParts['development'][number]

export function developmentRoutes(parts: {
  isDevelopment: boolean
  transactions: Transactions
  /** Of the first node. */
  clockTransactions: Transactions
  clock: AdjustableClock
  payments: Payments
  attachReceipt: AttachReceipt
  /** Receives a raw delivery report. */
  storeReport(raw: string): Promise<void>
  /** Null for one that is not open. */
  sandboxes: (DevelopmentRoute | null)[]
  settle(): Promise<string[]>
}): DevelopmentRoute[] {
  const { isDevelopment, transactions, clockTransactions, clock, attachReceipt, storeReport, settle } = parts
  const { sandbox } = parts.payments
  return [
    ...(isDevelopment
      ? [
          ...mailboxRoutes(transactions, attachReceipt, storeReport),
          proofsRoute(transactions),
          calendarRoute(clock),
        ]
      : []),
    // not with real payments, since Stripe's clock would not move
    ...(sandbox ? [{ path: `${sandboxPath}/*`, handle: sandbox.pages }] : []),
    ...parts.sandboxes.filter((route) => route !== null),
    ...(sandbox && isDevelopment
      ? [
          clockRoute({ clock, transactions: clockTransactions, onMoved: settle }),
          accountRoute(transactions, sandbox),
        ]
      : []),
  ]
}
