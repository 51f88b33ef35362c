import { migrationsFingerprint } from '#server/platform/database/migrated-pglite.ts'

/**
 * The migrated database on a real Postgres that each test file's database is copied from: named after the migrations,
 * so that a changed one makes a new template and an unchanged one is reused.
 */
export const templateName = `carefold_template_${migrationsFingerprint()}`
