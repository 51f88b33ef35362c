import * as z from 'zod/mini'
import type { OwnAddressChange } from '#domain/account/address-change.ts'
import { outwardAction } from '#server/clinic/action.ts'

/** The caller's pending change to another address without the old mailbox, and what prevents a new one. */
export const ownAddressChange = outwardAction({
  name: 'own-address-change',
  input: z.object({}),
  access: 'signed-in',
  run: (ctx): Promise<OwnAddressChange> => ctx.accounts.lostMailbox.current(ctx.caller),
})
