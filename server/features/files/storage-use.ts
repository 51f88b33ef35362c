import * as z from 'zod/mini'
import { clinicStorageBytes, type StorageUse } from '#domain/files/files.ts'
import { action } from '#server/clinic/action.ts'
import { asSystem } from '#server/platform/database/transactions.ts'

/** Returns how much storage the clinic uses; running uploads count with their announced size. */
export const storageUse = action({
  name: 'storage-use',
  input: z.object({}),
  access: 'clinic:read',
  run: (tx, ctx): Promise<StorageUse> =>
    asSystem(tx, async () => {
      const row = await tx
        .selectFrom('app.storage_use')
        .select(['used_bytes', 'limit_bytes'])
        .where('clinic_id', '=', ctx.clinicId)
        .executeTakeFirst()
      return {
        usedBytes: Number(row?.used_bytes ?? 0),
        limitBytes: Number(row?.limit_bytes ?? clinicStorageBytes),
      }
    }),
})
