import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import { ownProfileInput } from '#domain/profiles/own-profile.ts'
import { errorTexts } from '#domain/texts/errors.ts'
import type { SavedVersion } from '#domain/versions.ts'
import { action } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { nextVersion } from '#server/clinic/own-record.ts'
import { isConstraint } from '#server/platform/database/refused-value.ts'
import { asSystem } from '#server/platform/database/transactions.ts'

/**
 * Saves the caller's profile and the names of their account; clears empty fields.
 * @throws AppError `username_taken` at its field; `changed_elsewhere`
 */
export const saveOwnProfile = action({
  name: 'save-own-profile',
  input: ownProfileInput,
  access: 'signed-in',
  run: (tx, ctx, input): Promise<SavedVersion> =>
    asSystem(tx, async () => {
      await tx.selectFrom('auth.users').select('id').where('id', '=', ctx.userId).forUpdate().execute()
      const saved = await tx
        .selectFrom('profiles')
        .select('version')
        .where('user_id', '=', ctx.userId)
        .executeTakeFirst()
      const version = nextVersion(input.version, saved)
      const row = {
        username: input.username || null,
        website: input.website || null,
        description: input.description || null,
        bio: input.bio || null,
        version,
        updated_at: ctx.now(),
      }
      await tx
        .insertInto('profiles')
        .values({ user_id: ctx.userId, ...row })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
        .execute()
        .catch((error: unknown) => {
          if (!isConstraint(error, 'profiles_username_key')) throw error
          const fields = [{ path: 'username', message: errorTexts.username_taken }]
          throw new AppError('username_taken', { fields, cause: error })
        })
      if (!saved) await sql`select app.copy_memberships_to_new_row(${ctx.userId}::uuid)`.execute(tx)
      await ctx.accounts.rename(tx, ctx.userId, input)
      await audit(tx, 'profile.changed', { type: 'user', id: ctx.userId })
      return { version }
    }),
})
