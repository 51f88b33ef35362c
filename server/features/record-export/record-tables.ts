import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/transactions.ts'

interface RecordTable {
  /** Names the patient; or, with `of`, a row of that table of the record. */
  column: string
  of?: { table: string; column: string }
  order?: string
}

const patient = (order?: string): RecordTable => ({ column: 'patient_id', ...(order && { order }) })

/** The tables of a person's record, in the order of the data file. */
export const recordTables: Record<string, RecordTable> = {
  'public.patients': { column: 'id' },
  'public.patient_details': patient(),
  'public.patient_health': patient(),
  'public.patient_guardians': patient('created_at'),
  'public.invitations': { column: 'for_patient_id', order: 'created_at' },
  'public.appointments': patient('starts_at'),
  'public.appointment_series': patient('created_at'),
  'public.appointment_changes': patient('changed_at'),
  'public.visit_fees': patient('accepted_at'),
  'public.waitlist_entries': patient('created_at'),
  'public.waitlist_offers': patient('offered_at'),
  'public.care_plans': patient(),
  'public.lesson_assignments': patient('assigned_at'),
  'public.program_enrollments': patient('enrolled_at'),
  'public.visit_lessons': patient('started_at'),
  'public.content_readings': patient('updated_at'),
  'public.content_views': patient('viewed_at'),
  'public.message_threads': patient(),
  'public.messages': patient('sent_at'),
  'public.message_notes': patient('written_at'),
  'public.patient_files': patient('created_at'),
  'public.contact_preferences': patient(),
  'public.consents': patient('given_at'),
  'public.plan_agreements': patient('signed_at'),
  'public.prepared_plans': patient(),
  'public.subscriptions': { column: 'owner_patient_id', order: 'started_at' },
  'public.subscription_items': {
    column: 'subscription_id',
    of: { table: 'public.subscriptions', column: 'owner_patient_id' },
  },
  'public.subscription_changes': {
    column: 'subscription_id',
    of: { table: 'public.subscriptions', column: 'owner_patient_id' },
    order: 'created_at',
  },
  'public.subscription_members': patient('from_on'),
  'public.patient_customers': patient(),
  'public.patient_cards': patient('added_at'),
  'public.invoices': patient('issued_at'),
  'public.invoice_lines': { column: 'invoice_id', of: { table: 'public.invoices', column: 'patient_id' } },
  'public.payments': patient('charged_at'),
  'public.refunds': patient('refunded_at'),
  'public.credits': patient('occurred_at'),
  'public.receipts': patient('issued_at'),
  'public.disputes': patient('opened_at'),
  'public.unassigned_charges': patient('charged_at'),
  'public.value_receipts': patient('first_on'),
  'public.feedback': patient('given_at'),
  'public.form_requests': patient('asked_at'),
  'public.person_notes': patient('created_at'),
  'public.tasks': patient('created_at'),
}

/** @internal Tables that reference a patient or a row of the record and are not in the file, each with the reason. */
export const notInRecord: Record<string, string> = {
  'app.account_offers': 'an address that was offered the record; no client reads it',
  'app.appointment_holds': 'a time that is about to be confirmed: minutes old',
  'app.audit_log': 'read by app.looks_at, with names instead of ids',
  'app.audit_subjects': 'which audit rows are about a patient: part of app.looks_at',
  'app.broadcast_recipients': 'which messages to many were sent; no client reads it',
  'app.visit_links': 'keys of links in reminders, as hashes',
  'app.busy_times': 'a copy of the times of appointments',
  'app.checkouts': 'an open payment page',
  'app.dismissed_duplicates': 'about two records; no client reads it',
  'app.erasures': 'what was erased and when; no client reads it',
  'app.file_objects': 'where the bytes of a file are stored: the file itself is in the archive',
  'app.former_customers': 'ids at Stripe',
  'app.legal_holds': 'a dispute of the clinic; no client reads it',
  'app.mails': 'outgoing mail without details; two years, of addresses',
  'app.notices': 'ids of facts that were mailed; no client reads it',
  'app.patient_import_rows': 'the line of a file that added the record; no client reads it',
  'app.patient_merges': 'how rows return when records are split: rows that the file has',
  'app.text_messages': 'texts without details; no client reads it',
  'app.waitlist_openings': 'a free time of a provider, about no patient',
  'app.visit_calls': 'which calls about a visit the desk has made; no client reads it',
  'public.audit_log': 'read by app.looks_at, with names instead of ids',
  'public.balance_movements': 'Stripe’s fees and payouts, which are the clinic’s',
  'public.clinic_memberships': 'role and status of the account; its changes are in the access log',
  'public.files': 'sizes and types of the files that patient_files lists',
  'public.user_notices': 'notices to a team member, who alone reads them',
}

export type Row = Record<string, unknown>
export type RecordRows = Record<string, Row[]>

/**
 * The rows of a record by table, each with the columns that the caller may read: row-level security and column grants
 * decide. Tables of which the caller may read nothing are absent.
 * @param ids the record, and records that were merged into it
 */
export async function readRecordRows(tx: Tx, clinicId: string, ids: readonly string[]): Promise<RecordRows> {
  const columns = await readableColumns(tx)
  const tables = Object.entries(recordTables).flatMap(([name, table]) => {
    const readable = columns.get(name)
    return readable?.includes(table.column) ? [{ name, table, readable }] : []
  })
  const found = await Promise.all(
    tables.map(({ name, table, readable }) => rowsOf(tx, clinicId, ids, name, table, readable)),
  )
  return Object.fromEntries(tables.map(({ name }, index) => [name, found[index] ?? []]))
}

async function readableColumns(tx: Tx): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select n.nspname || '.' || c.relname as name, json_agg(a.attname order by a.attnum) as columns
      from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where n.nspname || '.' || c.relname = any(${Object.keys(recordTables)}::text[])
       and has_column_privilege(c.oid, a.attnum, 'select')
     group by 1`.execute(tx)
  return new Map(rows.map(({ name, columns }) => [name, columns]))
}

async function rowsOf(
  tx: Tx,
  clinicId: string,
  ids: readonly string[],
  name: string,
  { column, of, order }: RecordTable,
  columns: readonly string[],
): Promise<Row[]> {
  const isTheirs = of
    ? sql`t.${sql.ref(column)} in (select o.id from ${sql.table(of.table)} o
             where o.clinic_id = ${clinicId} and o.${sql.ref(of.column)} = any(${ids}::uuid[]))`
    : sql`t.${sql.ref(column)} = any(${ids}::uuid[])`
  const read = sql.join(columns.map((each) => sql.ref(`t.${each}`)))
  const inOrder = order && columns.includes(order) ? sql`order by t.${sql.ref(order)}` : sql``
  const { rows } = await sql<{ row: Row }>`
    select to_jsonb(r) as row from (
      select ${read} from ${sql.table(name)} t where t.clinic_id = ${clinicId} and ${isTheirs} ${inOrder}) r`.execute(
    tx,
  )
  return rows.map(({ row }) => row)
}
