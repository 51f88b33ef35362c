import { AppError } from '#domain/errors.ts'
import { addGuardianInput, offerDays } from '#domain/guardians/guardians.ts'
import { invitationHours } from '#domain/invitations/invitations.ts'
import { paths } from '#domain/paths.ts'
import { ageOn } from '#domain/plans/household.ts'
import { guardianTexts } from '#domain/texts/guardians.ts'
import { dayMs, hourMs } from '#domain/values/durations.ts'
import type { AccountDraft } from '#server/clinic/accounts.ts'
import { type ClinicCtx, outwardAction } from '#server/clinic/action.ts'
import { requireFreshProof } from '#server/clinic/fresh-proof.ts'
import { lockClinic } from '#server/clinic/lock-clinic.ts'
import { requirePermission } from '#server/clinic/permission.ts'
import { guardianOfferMail } from '#server/emails/guardians.ts'
import { senderClinic } from '#server/emails/sender-clinic.ts'
import { clinicOrigin } from '#server/platform/config/config.ts'
import { retryIfTaken } from '#server/platform/database/retry-if-taken.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { addressKey, limitCalls } from '../clinics/limit-calls.ts'
import { readLadderFacts } from './access-rows.ts'

const rules = guardianTexts.validation
type Input = ReturnType<(typeof addGuardianInput)['parse']>

/**
 * Offers a guardian access to a minor's record, by a mail without the patient's name. The guardian signs in with that
 * address and accepts. Another offer to the address voids the earlier link. The answer does not reveal whether the
 * address has an account.
 * @throws AppError `not_allowed`, `second_step_required`, `rate_limited`, `not_found`; `fresh_proof_required` for full
 * access
 * @throws AppError `patient_of_age`, `already_guardian`
 * @throws AppError `invalid_input` at `bornOn` if unknown, at `email` for the patient's own, at `untilOn` for a past
 * day
 * @throws Refusal of the operator's hook before_user_created
 */
export const addGuardian = outwardAction({
  name: 'add-guardian',
  input: addGuardianInput,
  access: 'guardians:write',
  system: 'rules and ages decide about a guardian’s access, and the caller does not read them',
  async run(ctx, input): Promise<{ guardianId: string }> {
    await limitCalls(ctx, { bucket: 'invite', key: ctx.userId, burst: 60, perSeconds: 30 })
    await limitCalls(ctx, {
      bucket: 'invite-address',
      key: addressKey(input.email),
      burst: 10,
      perSeconds: 300,
    })
    await ctx.transactions.withActor(ctx.caller, async (tx) => {
      if (input.access === 'full') await requireFreshProof(tx)
      await asSystem(tx, () => requireUnderAge(tx, ctx, input))
    })
    const draft = await ctx.accounts.begin(ctx.caller, {
      email: input.email,
      metadata: { full_name: input.fullName },
    })
    return retryIfTaken(() =>
      ctx.transactions.withActor(ctx.caller, async (tx, actor) => {
        await requirePermission(tx, actor, 'guardians:write')
        return asSystem(tx, async () => {
          await requireUnderAge(tx, ctx, input)
          return { guardianId: await offer(tx, ctx, input, draft) }
        })
      }),
    )
  },
})

/** @throws AppError `not_found`, `patient_of_age`, `invalid_input` */
async function requireUnderAge(tx: Tx, ctx: ClinicCtx, input: Input): Promise<void> {
  const { clinicId } = ctx
  const refuse = (path: string, message: string) =>
    new AppError('invalid_input', { fields: [{ path, message }] })
  const patient = await tx
    .selectFrom('patients as p')
    .leftJoin('auth.users as u', 'u.id', 'p.user_id')
    .select(['p.email', 'u.email as accountEmail'])
    .where('p.clinic_id', '=', clinicId)
    .where('p.id', '=', input.patientId)
    .executeTakeFirst()
  if (!patient) throw new AppError('not_found')
  if ([patient.email, patient.accountEmail].includes(input.email)) throw refuse('email', rules.ownAddress)
  const facts = await readLadderFacts(tx, clinicId, input.patientId, ctx.now())
  const bornOn = facts.bornOn ?? (input.bornOn || null)
  if (!bornOn) throw refuse('bornOn', rules.birthDateMissing)
  if (ageOn(bornOn, facts.today) >= facts.rules.endsAt) throw new AppError('patient_of_age')
  if (input.untilOn && input.untilOn < facts.today) throw refuse('untilOn', rules.past)
}

async function offer(tx: Tx, ctx: ClinicCtx, input: Input, draft: AccountDraft): Promise<string> {
  const { clinicId } = ctx
  const now = ctx.now()
  // offers of one clinic run one at a time
  await lockClinic(tx, clinicId)
  const clinic = await senderClinic(tx, ctx.config, clinicId)
  await storeBirthDate(tx, clinicId, input, now)
  const row = {
    full_name: input.fullName,
    access: input.access,
    until_on: input.untilOn || null,
    agreed_by: input.agreedBy,
    added_by: ctx.userId,
    expires_at: new Date(now.getTime() + offerDays * dayMs),
  }
  const before = await tx
    .selectFrom('patient_guardians')
    .select(['id', 'accepted_at'])
    .where('clinic_id', '=', clinicId)
    .where('patient_id', '=', input.patientId)
    .where('email', '=', input.email)
    .where('ended_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (before?.accepted_at) throw new AppError('already_guardian')
  const { id } = before
    ? await tx
        .updateTable('patient_guardians')
        .set(row)
        .where('clinic_id', '=', clinicId)
        .where('id', '=', before.id)
        .returning('id')
        .executeTakeFirstOrThrow()
    : await tx
        .insertInto('patient_guardians')
        .values({
          ...row,
          clinic_id: clinicId,
          patient_id: input.patientId,
          email: input.email,
          created_at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
  const { account } = await draft.findOrCreate(tx, { passwordHash: null, invitedAt: now })
  const { link } = await ctx.accounts.issueInvitationLink(tx, {
    accountId: account.id,
    email: input.email,
    invitationId: id,
    expiresAt: new Date(now.getTime() + invitationHours * hourMs),
    redirectTo: new URL(`${paths.inviteCallback}?to=family`, clinicOrigin(ctx.config, clinic.subdomain)).href,
  })
  await ctx.mailer.queue(tx, guardianOfferMail({ to: input.email, name: input.fullName, clinic, link }))
  return id
}

/** Stores the given date of birth if the record has none. */
async function storeBirthDate(tx: Tx, clinicId: string, { patientId, bornOn }: Input, now: Date) {
  if (!bornOn) return
  await tx
    .insertInto('patient_details')
    .values({ clinic_id: clinicId, patient_id: patientId, date_of_birth: bornOn, updated_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['clinic_id', 'patient_id'])
        .doUpdateSet((set) => ({
          date_of_birth: bornOn,
          version: set('patient_details.version', '+', 1),
          updated_at: now,
        }))
        .where('patient_details.date_of_birth', 'is', null),
    )
    .execute()
}
