import type * as z from 'zod/mini'
import { AppError } from '#domain/errors.ts'
import type { Permission } from '#domain/permissions.ts'
import { isReadingAction } from '#domain/reads.ts'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config/config.ts'
import type { Actor, Caller, GuardianAccess, Transactions, Tx } from '../platform/database/transactions.ts'
import type { Dns } from '../platform/dns.ts'
import type { DocumentSignatures } from '../platform/document-signatures.ts'
import type { GoogleSlides } from '../platform/google-slides/connection.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import type { Logger } from '../platform/log.ts'
import type { Mailer } from '../platform/mail/mail.ts'
import type { OutsideCalendars } from '../platform/outside-calendar/outside-calendars.ts'
import { parseInput } from '../platform/parse-input.ts'
import type { SmsTransport } from '../platform/sms/sms.ts'
import { withUserDeadline } from '../platform/stripe/deadline.ts'
import type { StripeApi } from '../platform/stripe/stripe.ts'
import type { Webhooks } from '../platform/webhooks/webhooks.ts'
import type { Accounts } from './accounts.ts'
import type { Files } from './files.ts'
import { requireFreshProof } from './fresh-proof.ts'
import type { NodeAddresses } from './nodes/node-addresses.ts'
import type { Notices } from './notices.ts'
import { requirePermission } from './permission.ts'
import { recordingRefusals } from './record-read.ts'

/** Services for all actions, created once at start. */
export interface Services {
  config: Config
  clock: Clock
  transactions: Transactions
  jobs: Jobs
  mailer: Mailer
  notices: Notices
  sms: SmsTransport | null
  stripe: StripeApi
  googleSlides: GoogleSlides | null
  outsideCalendars: OutsideCalendars
  webhooks: Webhooks
  dns: Dns
  files: Files
  log: Logger
  accounts: Accounts
  /** Of archives. */
  signatures: DocumentSignatures
  /** Absent on the first node, and with one node. */
  addresses?: NodeAddresses
  /** The nodes of this process that are open, for a search by a visitor. Absent with one node. */
  everyNode?(): readonly Pick<Transactions, 'withSystem'>[]
}

export interface Ctx extends Services {
  caller: Caller
  actor: Actor
  now(): Date
}

export interface ClinicCtx extends Ctx {
  clinicId: string
  userId: string
}

type Schema = z.ZodMiniType

/**
 * A permission of domain/permissions.ts in the request's clinic, with the second factor where required; `anyone`; or
 * `signed-in`, with or without a clinic.
 */
export type Access = Permission | 'anyone' | 'signed-in'

export interface Action {
  name: string
  access: Access
  /** Requires a recent proof of identity, whatever the session's age (docs/decisions/0127). */
  asksFreshProof?: true
  mayBeOld?: true
  /** The reason for reading clinic rows as the system, bypassing row-level security (docs/decisions/0165). */
  system?: string
  /** Also for guardians with at least this access, on behalf of their patient (docs/decisions/0080). */
  guardians?: GuardianAccess
  /** @throws AppError; anything else is a defect */
  call(services: Services, caller: Caller, input: unknown): Promise<unknown>
}

/**
 * Defines a business action in one transaction: permission, load, refuse, change, notify, return. Row-level security
 * applies as the caller; `asSystem` runs a single step as the server, to lock and to write. No network calls inside:
 * use jobs queued in the transaction, or an `outwardAction`.
 */
export function action<const Name extends string, Input extends Schema, Output>(definition: {
  name: Name
  input: Input
  access: Access
  asksFreshProof?: true
  /** Reads only, possibly from a replica up to a second behind (docs/decisions/0088). */
  mayBeOld?: true
  system?: string
  guardians?: GuardianAccess
  run(tx: Tx, ctx: ClinicCtx, input: z.output<Input>): Promise<Output>
}): Action & typeof definition {
  return {
    ...definition,
    async call(services, caller, raw) {
      const input = parseInput(definition.input, raw)
      const { transactions } = services
      return recordingRefusals({ transactions, caller, name: definition.name, input }, () =>
        transactions.withActor(
          caller,
          async (tx, actor) =>
            definition.run(tx, await contextOf(tx, services, caller, actor, definition), input),
          {
            readOnly: isReadingAction(definition.name),
            ...(definition.mayBeOld && { mayBeOld: true }),
          },
        ),
      )
    },
  }
}

/**
 * Defines a business action that calls an external service (Stripe) between transactions, each opened by
 * `ctx.transactions.withActor(ctx.caller, ...)`. Permission and fresh proof are checked before `run`.
 */
export function outwardAction<const Name extends string, Input extends Schema, Output>(definition: {
  name: Name
  input: Input
  access: Access
  asksFreshProof?: true
  system?: string
  guardians?: GuardianAccess
  run(ctx: ClinicCtx, input: z.output<Input>): Promise<Output>
}): Action & typeof definition {
  return {
    ...definition,
    async call(services, caller, raw) {
      const input = parseInput(definition.input, raw)
      const ctx = await services.transactions.withActor(caller, (tx, actor) =>
        contextOf(tx, services, caller, actor, definition),
      )
      const { transactions } = services
      return recordingRefusals({ transactions, caller, name: definition.name, input }, () =>
        withUserDeadline(() => definition.run(ctx, input)),
      )
    },
  }
}

async function contextOf(
  tx: Tx,
  services: Services,
  caller: Caller,
  actor: Actor,
  { access, asksFreshProof, guardians }: Pick<Action, 'access' | 'asksFreshProof' | 'guardians'>,
): Promise<ClinicCtx> {
  if (actor.databaseRole === 'clinic_guardian') requireGuardian(actor, guardians)
  if (access !== 'anyone' && !actor.userId) throw new AppError('not_signed_in')
  if (access !== 'anyone' && access !== 'signed-in') await requirePermission(tx, actor, access)
  if (asksFreshProof) await requireFreshProof(tx)
  return {
    ...services,
    caller,
    actor,
    now: () => services.clock.now(),
    // empty only under access 'anyone' and 'signed-in', where an action checks `ctx.actor` itself
    clinicId: actor.clinicId ?? '',
    userId: actor.userId ?? '',
  }
}

/** @throws AppError `not_allowed` unless the action allows guardians with the caller's access */
function requireGuardian({ guardianAccess }: Actor, needed: GuardianAccess | undefined): void {
  const suffices = guardianAccess === 'full' || (guardianAccess === 'limited' && needed === 'limited')
  if (!needed || !suffices) throw new AppError('not_allowed')
}
