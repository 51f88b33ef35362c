import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { VisitPlans } from '#domain/appointments/scheduling.ts'
import { isEntitled } from '#domain/subscriptions/subscriptions.ts'
import { action } from '#server/clinic/action.ts'
import { onOwnRecord } from '#server/clinic/own-record.ts'

/**
 * Returns the types of visits that any plan includes, and those that a plan of the caller includes.
 * @throws AppError `clinic_missing`, `not_allowed`, `email_not_confirmed`, `second_step_required` unless a patient
 */
export const visitPlans = action({
  name: 'visit-plans',
  input: z.object({}),
  access: 'signed-in',
  system: 'patients do not read which plans a visit is part of',
  guardians: 'limited',
  run: (tx, ctx): Promise<VisitPlans> =>
    onOwnRecord(tx, ctx, async ({ patientId, clinic }) => {
      const { clinicId } = ctx
      const now = ctx.now()
      const { rows } = await sql<{
        key: string
        plan: string
        status: string | null
        current_period_start: Date | null
      }>`
        select t.type_key as key, p.name as plan, held.status, held.current_period_start
          from public.appointment_type_plans t
          join public.plans p on p.clinic_id = t.clinic_id and p.id = t.plan_id
          left join lateral (
            select s.status, s.current_period_start from public.subscriptions s
             where s.clinic_id = ${clinicId} and s.plan_id = t.plan_id
               and (s.owner_patient_id = ${patientId}
                    or exists (select from public.subscription_members m
                                where m.clinic_id = ${clinicId} and m.subscription_id = s.id and m.patient_id = ${patientId}
                                  and m.from_on <= (${now}::timestamptz at time zone ${clinic.timeZone})::date
                                  and (m.until_on is null
                                       or m.until_on > (${now}::timestamptz at time zone ${clinic.timeZone})::date)))) held on true
         where t.clinic_id = ${clinicId}
         order by t.type_key, p.name`.execute(tx)
      const types = new Map<string, string | null>()
      for (const { key, plan, status, current_period_start: currentPeriodStart } of rows) {
        const isHeld =
          status !== null && currentPeriodStart !== null && isEntitled({ status, currentPeriodStart }, now)
        if (isHeld) types.set(key, types.get(key) ?? plan)
        else if (!types.has(key)) types.set(key, null)
      }
      return { types: [...types].map(([key, plan]) => ({ key, plan })) }
    }),
})
