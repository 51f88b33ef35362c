import { migrationsFingerprint } from '#server/platform/database/migrated-pglite.ts'

/**
 * The migrated database on a real Postgres that test files copy. Its name changes with the migrations, so that an unchanged
 * one is reused.
 */
export const templateName = `carefold_template_${migrationsFingerprint()}`
