import { sql } from 'kysely'
import type { NoticeKind } from '#domain/notices/notices.ts'
import { eventOfKind, type Summary, type UserNoticeKind } from '#domain/notices/user-notices.ts'
import type { Clock } from '../platform/clock.ts'
import { asSystem, type Tx } from '../platform/database/transactions.ts'

/** A fact for a clinic's team, by ids only. */
export interface TeamNotice {
  clinicId: string
  kind: UserNoticeKind
  /** Unique among the kind's notices; each member gets it once. */
  key: string
  patientId?: string | null
  /** The id of a task or an invitation, for kinds that link to it. */
  subjectId?: string | null
  figures?: Summary
}

/**
 * Notifies members of a clinic's team in the caller's transaction, in the app or by mail, by their preferences
 * (docs/decisions/0042). Skips former members and repeated facts.
 */
export interface Notices {
  /**
   * Notifies a patient without the content, by mail and text message where they have agreed. Once per key.
   * @param notice.about a message, news, or a reminder
   * @param notice.visit of a reminder: withdrawn when it moves, is canceled or has begun
   */
  notifyPatient(
    tx: Tx,
    notice: {
      clinicId: string
      patientId: string
      about: 'message' | 'update' | 'reminder'
      key: string
      visit?: { id: string; startsAt: Date }
    },
  ): Promise<void>
  notify(tx: Tx, notice: TeamNotice & { userId: string }): Promise<void>
  /**
   * Makes the open pages of users reload a topic, the first part of their query keys, when this transaction commits
   * (docs/decisions/0043).
   */
  announce(tx: Tx, changed: { clinicId: string; userIds: readonly string[]; topic: string }): Promise<void>
  /** Marks a user's notices about a patient as read. */
  settle(
    tx: Tx,
    about: { clinicId: string; userId: string; kind: UserNoticeKind; patientId: string },
  ): Promise<void>
  /**
   * Facts about payments also notify members with the Billing role.
   * @param notice.except the member who caused it
   */
  notifyAdmins(tx: Tx, notice: TeamNotice & { except?: string | null }): Promise<void>
}

export function createNotices({ clock }: { clock: Clock }): Notices {
  return {
    notifyPatient: (tx, { clinicId, patientId, about, key, visit }) =>
      asSystem(tx, async () => {
        const kind: NoticeKind = `patient_${about}`
        const booker = visit
          ? sql`(select a.booked_by from public.appointments a where a.clinic_id = ${clinicId} and a.id = ${visit.id})`
          : sql`null::uuid`
        await sql`
          select app.tell_guardians(${clinicId}::uuid, ${patientId}::uuid, ${booker}, ${`${about}:${key}`}, ${clock.now()},
                                    null)`.execute(tx)
        if (visit) {
          await sql`
            with written as (
              insert into app.notices (clinic_id, kind, key, subject_id, noticed_at, appointment_id, visit_starts_at)
              values (${clinicId}, ${kind}, ${`${kind}:${key}`}, ${patientId}, ${clock.now()}, ${visit.id}, ${visit.startsAt})
              on conflict (clinic_id, key) do nothing returning id)
            select app.queue_notice(${clinicId}::uuid, id) from written`.execute(tx)
          return
        }
        await sql`select app.write_notice(${clinicId}::uuid, ${kind}, ${patientId}, ${key}, ${clock.now()})`.execute(
          tx,
        )
      }),
    notify: (tx, { userId, ...notice }) =>
      asSystem(tx, async () => {
        await sql`select ${notifyPerson(notice, sql`${userId}::uuid`, clock.now())}`.execute(tx)
      }),
    announce: (tx, { clinicId, userIds, topic }) =>
      asSystem(tx, async () => {
        await sql`select app.announce_to_all(${clinicId}::uuid, ${userIds}::uuid[], ${topic})`.execute(tx)
      }),
    settle: (tx, { clinicId, userId, kind, patientId }) =>
      asSystem(tx, async () => {
        const { numUpdatedRows } = await tx
          .updateTable('user_notices')
          .set({ read_at: clock.now() })
          .where('clinic_id', '=', clinicId)
          .where('user_id', '=', userId)
          .where('kind', '=', kind)
          .where('patient_id', '=', patientId)
          .where('read_at', 'is', null)
          .executeTakeFirst()
        if (numUpdatedRows > 0n)
          await sql`select app.announce(${clinicId}::uuid, ${userId}::uuid, 'notices')`.execute(tx)
      }),
    notifyAdmins: (tx, { except, ...notice }) =>
      asSystem(tx, async () => {
        await sql`
          select ${notifyPerson(notice, sql`m.user_id`, clock.now())} from public.clinic_memberships m
           where m.clinic_id = ${notice.clinicId} and (m.role = 'admin' or m.is_billing_only) and m.status = 'active' and m.ended_at is null
             and m.user_id is not null and m.user_id is distinct from ${except ?? null}::uuid`.execute(tx)
      }),
  }
}

/** Notifies the admins, except the one who did it, of a change of the team's sign-in. */
export function securityChanged(ctx: { clinicId: string; userId: string; caller: { requestId: string } }) {
  const { clinicId, userId, caller } = ctx
  return { clinicId, kind: 'security_changed', key: caller.requestId, except: userId } as const
}

function notifyPerson(notice: TeamNotice, userId: ReturnType<typeof sql>, at: Date) {
  const { clinicId, kind, key, patientId = null, subjectId = null, figures = {} } = notice
  return sql`app.notify_person(${clinicId}::uuid, ${userId}, ${eventOfKind[kind]}, ${kind}, ${key}, ${patientId}::uuid,
    ${subjectId}, ${JSON.stringify(figures)}::jsonb, ${at}::timestamptz)`
}
