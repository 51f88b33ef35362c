import { sql } from 'kysely'
import { type RetentionClass, retentionClasses } from '#domain/retention/retention.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

/** These rows stay without a name, because money references them for years. */
const anonymized = ['public.patients']

interface TenantTable {
  name: string
  /** has a column for the patient */
  namesPatient: boolean
  refersTo: string[]
}

/**
 * The tables of some classes in the order of deletion, children first. From the catalog, so that a new table is erased
 * by its class alone.
 */
export async function tablesToErase(tx: Tx, classes: readonly RetentionClass[]): Promise<TenantTable[]> {
  const names = Object.keys(retentionClasses).filter(
    (name) => classes.some((kind) => kind === retentionClasses[name]) && !anonymized.includes(name),
  )
  const { rows } = await sql<TenantTable>`
    select t.name, exists (select from pg_attribute a where a.attrelid = t.name::regclass and a.attname = 'patient_id'
                              and not a.attisdropped) as "namesPatient",
           array(select distinct n.nspname || '.' || c.relname
                   from pg_constraint f join pg_class c on c.oid = f.confrelid join pg_namespace n on n.oid = c.relnamespace
                  where f.contype = 'f' and f.conrelid = t.name::regclass and f.confrelid <> f.conrelid) as "refersTo"
      from unnest(${names}::text[]) as t(name) order by t.name`.execute(tx)
  const ordered: TenantTable[] = []
  for (let left = rows; left.length > 0; ) {
    const free = left.filter(({ name }) => !left.some((other) => other.refersTo.includes(name)))
    if (free.length === 0) throw new Error(`tables refer to each other: ${left.map(({ name }) => name)}`)
    ordered.push(...free)
    left = left.filter((table) => !free.includes(table))
  }
  return ordered
}

/** Deletes a clinic's rows of a table, or one patient's. Role `system`, in a retention job. */
export async function eraseFrom(
  tx: Tx,
  name: string,
  { clinicId, patientId }: { clinicId: string; patientId?: string },
): Promise<void> {
  const ofPatient = patientId ? sql` and t.patient_id = ${patientId}` : sql``
  await sql`delete from ${sql.table(name)} t where t.clinic_id = ${clinicId}${ofPatient}`.execute(tx)
}
