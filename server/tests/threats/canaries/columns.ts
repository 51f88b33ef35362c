import type { TestDatabase } from '#testing/database/database.ts'

/** A column that may contain a person's texts, names or birthday. */
export interface Column {
  table: string
  name: string
  type: 'text' | 'text[]' | 'jsonb' | 'date'
}

/** `schema.table.column`, as in messages and lists. */
export const placeOf = ({ table, name }: Pick<Column, 'table' | 'name'>) => `${table}.${name}`

/** Tables that are searched for canaries, or that contain no data of a clinic. */
const searched: Record<string, string> = {
  'app.mails': 'what is sent',
  'app.notices': 'kinds, keys and ids that jobs read',
  'app.outbox': 'kinds, keys and ids that jobs read',
  'public.user_notices': 'kinds, ids and counts',
  'app.audit_log': 'the trail',
  'app.audit_checks': 'the trail',
  'app.audit_subjects': 'the trail',
  'app.webhook_events': 'what Stripe has sent',
  'public.journal': 'what was booked, by ids',
  'public.postings': 'names of accounts, and amounts',
  'auth.hook_calls': 'what an operator’s hook is sent',
  'app.settings': 'the server’s own',
  'app.dropped_months': 'names of tables',
  'app.monthly_tables': 'names of tables',
  'app.file_objects': 'names of stored objects, of random digits',
  'auth.rate_buckets': 'keys of counters',
}

/**
 * Columns without a canary, and why they cannot contain personal words. The catalog already excludes values that a check
 * lists, keys and generated columns. An entry without a column fails.
 */
export const withoutCanary: [column: RegExp, reason: string][] = [
  [/\.time_zone$/, 'a zone of the tz database'],
  [/\.currency$/, 'ISO 4217'],
  [/\.stripe_\w+$/, 'an id of Stripe'],
  [/^public\.(payouts|balance_movements)\./, 'ids, amounts, dates and states of Stripe'],
  [/\.(card_brand|card_last4|card_method|last4|brand|last_method)$/, 'of a card, as Stripe tells'],
  [
    /\.(failure_code|disabled_reason|merchant_code|requirements_(past_)?due|subscription_status)$/,
    'a word of Stripe',
  ],
  [/^public\.webhook_endpoints\.(url|topics)$/, 'an address that an admin enters, and words of a list'],
  [/^public\.webhook_deliveries\.(kind|data)$/, 'a word of a list, and ids'],
  [/^app\.outside_calendars\.(host|etag|modified)$/, 'of the host of a provider’s calendar'],
  [/^(public\.api_keys|app\.api_tokens)\.resources$/, 'words of a list'],
  [/^public\.api_keys\.public_keys$/, 'public keys of a program'],
  [/^public\.disputes\.(status|reason)$/, 'a word of Stripe'],
  [/^public\.(clinic_invoices|invoices)\.number$/, 'a number of Stripe'],
  [/^public\.receipts\.invoice_number$/, 'a number of Stripe'],
  [/\.(opens|closes|time)$/, 'a time of day'],
  [/\.series_plan$/, 'times, ids and the key of a type'],
  [/\.(month|from_month)$/, 'a month'],
  [/^public\.(receipt_details\.npi|receipts\.clinic_npi)$/, 'the clinic’s number in a public register'],
  [/\.(attempt|request_id|external_id|example_key)$/, 'an id'],
  [/\.(media_type|sha256)$/, 'found in a file’s bytes'],
  [/\.(wording_version|version)$/, 'a version of a text of ours'],
  [/^public\.(consents|plan_agreements)\.wording$/, 'a text of ours'],
  [/^public\.clinics\.subdomain$/, 'the clinic’s public address, by which every request names it'],
  [/^app\.clinic_requests\.subdomain$/, 'the public address of a clinic that is to be'],
  [/^app\.clinic_nodes\.(subdomain|node)$/, 'the public address of a clinic, and a label of the operator'],
  [/^public\.clinic_places\.place$/, 'a state or province'],
  [/^app\.patient_(merges|splits)\.(moved|exchanged)$/, 'names of tables, and keys of rows'],
  [/^public\.clinic_memberships\.permission_sets$/, 'words of a list'],
  [/^public\.value_receipt_settings\.prices$/, 'amounts by the key of a service'],
  [/^public\.value_receipts\.lines$/, 'kinds of visits, as the clinic calls them, and how many'],
  [/^public\.(clinic_brands\.\w+|receipts\.clinic_color)$/, 'a colour'],
  [/^public\.forms\.visit_types$/, 'keys of kinds of visits'],
  [/^public\.(content_categories\.\w+|providers\.types|appointment_types\.key)$/, 'a key'],
  [/^app\.patient_import_rows\.filled$/, 'words of a list'],
  [/^public\.clinic_mail\.reply_to$/, 'the clinic’s public address for replies'],
  [/^public\.appointments\.series_plan$/, 'a date, a time, a length, a key and ids'],
  [/^public\.clinics\.opening_hours$/, 'days and times of day'],
  [/^public\.content_readings\.watched$/, 'pairs of seconds'],
  [/^public\.visit_lessons\.answers$/, 'words of a list: how well each was understood'],
  [/^public\.patient_files\.evidence_of$/, 'a word of Stripe'],
  [/^app\.checkouts\.choice$/, 'an id of a price, or a tier'],
  [/^app\.member_entries\.(role|status)$/, 'words that checks of the membership list'],
  [/^app\.text_messages\.(reason|provider_id)$/, 'a code and an id of the provider'],
  [/^auth\.users\.(aud|role|password_hash|app_metadata)$/, 'ours'],
  [
    /^auth\.(flow_states|saml_relay_states|session_methods|mfa_challenges)\./,
    'keys and addresses of a sign-in',
  ],
  [/^auth\.identities\.provider(_id)?$/, 'a provider, and its id of the account'],
  [/^auth\.mfa_factors\.(credential_id|transports)$/, 'of a passkey'],
  [/^auth\.one_time_tokens\.scope$/, 'an id'],
  [/^app\.sso_domains\.token$/, 'random digits'],
]

/** Columns of our tables that may contain words or a birthday: text, lists of texts, JSON, and days of birth. */
export async function readColumns(db: TestDatabase): Promise<Column[]> {
  const columns = await db.asOwner<Column>(`
    select n.nspname || '.' || c.relname as "table", a.attname as name, format_type(a.atttypid, null) as type
      from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
     where n.nspname in ('public', 'app', 'auth') and c.relkind in ('r', 'p') and not c.relispartition
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attidentity = ''
       and format_type(a.atttypid, null) in ('text', 'text[]', 'jsonb', 'json', 'character varying', 'date')
       and not exists (select from pg_constraint k where k.contype = 'c' and k.conrelid = c.oid
                          and k.conkey = array[a.attnum] and pg_get_constraintdef(k.oid) like '%= ANY (ARRAY[%')
       and not exists (select from pg_constraint k where (k.contype in ('f', 'p') and k.conrelid = c.oid and a.attnum = any (k.conkey))
                          or (k.contype = 'f' and k.confrelid = c.oid and a.attnum = any (k.confkey)))
     order by 1, a.attnum`)
  // other dates are not personal
  const isSearched = ({ name, type }: Column) => type !== 'date' || /birth|born/.test(name)
  return columns.filter((column) => !(column.table in searched) && isSearched(column))
}

export const searchedTables = Object.keys(searched)
