import * as z from 'zod/mini'
import { setupChecklist as checklistOf, type SetupChecklist } from '#domain/dashboard/setup-checklist.ts'
import { action } from '#server/clinic/action.ts'
import { mayUseHealthData } from '#server/clinic/health-data.ts'
import { asSystem } from '#server/platform/database/transactions.ts'

/**
 * Returns which set-up steps of the clinic are done. For two-step sign-in, the caller's own counts, where the clinic
 * requires one.
 * @throws AppError `not_allowed` unless the actor may `clinic:read`
 */
export const setupChecklist = action({
  name: 'setup-checklist',
  input: z.object({}),
  access: 'clinic:read',
  system: 'the team may know that payouts and billing work, and nothing else about them',
  async run(tx, { clinicId }): Promise<SetupChecklist> {
    // as system: staff may learn that a payout account works, and nothing else about it
    const hasSecondStep = await mayUseHealthData(tx)
    const done = await asSystem(tx, () =>
      tx
        .selectFrom('clinics')
        .select((row) => [
          'profile_completed_at',
          'join_page_viewed_at',
          row
            .selectFrom('clinic_security')
            .select('requires_mfa')
            .where('clinic_id', '=', clinicId)
            .as('requires_mfa'),
          row
            .exists(
              row
                .selectFrom('payout_accounts')
                .select('clinic_id')
                .where('clinic_id', '=', clinicId)
                .where('charges_enabled', '=', true)
                .where('disconnected_at', 'is', null),
            )
            .as('has_payouts'),
          row
            .exists(
              row
                .selectFrom('clinic_billing')
                .select('clinic_id')
                .where('clinic_id', '=', clinicId)
                .where('card_method', 'is not', null),
            )
            .as('has_card'),
          row
            .exists(
              row
                .selectFrom('provider_hours as h')
                .innerJoin('providers as p', (join) =>
                  join.onRef('p.clinic_id', '=', 'h.clinic_id').onRef('p.id', '=', 'h.provider_id'),
                )
                .select('h.id')
                .where('h.clinic_id', '=', clinicId)
                .where('p.is_active', '=', true),
            )
            .as('has_hours'),
          row
            .exists(
              row
                .selectFrom('plans')
                .select('id')
                .where('clinic_id', '=', clinicId)
                .where('published_at', 'is not', null),
            )
            .as('has_plan'),
          row
            .exists(
              row
                .selectFrom('clinic_memberships')
                .select('id')
                .where('clinic_id', '=', clinicId)
                .where('role', '=', 'patient')
                .where('user_id', 'is not', null)
                .where((member) =>
                  member.or([member('status', '=', 'active'), member('accepted_at', 'is not', null)]),
                ),
            )
            .as('has_patient'),
        ])
        .where('id', '=', clinicId)
        .executeTakeFirstOrThrow(),
    )
    return checklistOf({
      profile: done.profile_completed_at !== null,
      'second-step': (done.requires_mfa ?? true) ? hasSecondStep : null,
      hours: Boolean(done.has_hours),
      payouts: Boolean(done.has_payouts),
      card: Boolean(done.has_card),
      plan: Boolean(done.has_plan),
      'join-page': done.join_page_viewed_at !== null,
      'first-patient': Boolean(done.has_patient),
    })
  },
})
