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
import { parseInput } from '../platform/parse-input.ts'
import type { SmsTransport } from '../platform/sms/sms.ts'
import { withUserDeadline } from '../platform/stripe/deadline.ts'
import type { StripeApi } from '../platform/stripe/stripe.ts'
import type { Accounts } from './accounts.ts'
import type { Files } from './files.ts'
import { requireFreshProof } from './fresh-proof.ts'
import type { Notices } from './notices.ts'
import { requirePermission } from './permission.ts'
import { recordingRefusals } from './record-read.ts'

/** What every action may use; created once at start, never global. */
export interface Services {
  config: Config
  clock: Clock
  transactions: Transactions
  jobs: Jobs
  mailer: Mailer
  /** Notifies people of a clinic's team. */
  notices: Notices
  /** Null: nobody sends text messages, and none are written. */
  sms: SmsTransport | null
  stripe: StripeApi
  /** Null: presentations of Google Slides cannot be imported. */
  googleSlides: GoogleSlides | null
  dns: Dns
  files: Files
  log: Logger
  /** Sign-in accounts: all that features use of the auth service. */
  accounts: Accounts
  /** Of archives. */
  signatures: DocumentSignatures
}

/** The context of one call of an action: the services, the caller, and the product's time. */
export interface Ctx extends Services {
  caller: Caller
  actor: Actor
  now(): Date
}

/** The context of an action whose access check has passed: there is a clinic and a signed-in person. */
export interface ClinicCtx extends Ctx {
  clinicId: string
  userId: string
}

type Schema = z.ZodMiniType

/**
 * Who may call: a permission of domain/permissions.ts (held in the clinic addressed, with the second factor where it
 * asks for one), `anyone`, or `signed-in` (any person, with or without a clinic).
 */
export type Access = Permission | 'anyone' | 'signed-in'

export interface Action {
  name: string
  access: Access
  /** Set: the person must just have proven who they are, whatever the age of the session (docs/decisions/0127). */
  asksFreshProof?: true
  mayBeOld?: true
  /** Set: why it reads rows of the clinic as the system, past the policies (docs/decisions/0165). */
  system?: string
  /** Set: also for guardians, who act for their patient, with at least this access (docs/decisions/0080). */
  guardians?: GuardianAccess
  /** @throws AppError; anything else is a defect */
  call(services: Services, caller: Caller, input: unknown): Promise<unknown>
}

/**
 * A business action in one transaction: permission, load, refuse, change, notify, return.
 *
 * The transaction acts as the caller, so that the policies decide what it reads; `asSystem` runs a single step as the
 * server, to lock and to write. An action that reads as the server says why: `system`. Nothing inside may use the network:
 * Stripe and mail are reached by jobs queued in the transaction, or by an `outwardAction`.
 */
export function action<const Name extends string, Input extends Schema, Output>(definition: {
  name: Name
  input: Input
  access: Access
  asksFreshProof?: true
  /** It reads only, and what it reads may be a second old: a replica answers if there is one (docs/decisions/0088). */
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
 * A business action whose answer depends on a service outside (Stripe), called between transactions of its own.
 *
 * `ctx.transactions.withActor(ctx.caller, ...)` opens each of them. Permission and fresh proof are checked before `run`.
 */
export function outwardAction<const Name extends string, Input extends Schema, Output>(definition: {
  name: Name
  input: Input
  access: Access
  asksFreshProof?: true
  system?: string
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

/** @throws AppError `not_allowed` unless the action is for guardians with the access that the caller has now */
function requireGuardian({ guardianAccess }: Actor, needed: GuardianAccess | undefined): void {
  const suffices = guardianAccess === 'full' || (guardianAccess === 'limited' && needed === 'limited')
  if (!needed || !suffices) throw new AppError('not_allowed')
}
