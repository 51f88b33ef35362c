import { post } from '../../call.ts'
import type { World } from '../../world.ts'

export const badNumber = 'Invalid phone number format (E.164 required)'

export const tooSoon = {
  status: 429,
  code: 'over_sms_send_rate_limit',
  message: /^For security purposes, you can only request this after \d+ seconds\.$/,
}

export const password = 'a quiet long password'

export async function signedUpByPhone(world: World): Promise<{ phone: string; code: string }> {
  const number = world.newPhone()
  await world.send(post('/signup', { phone: number, password }))
  return { phone: number, code: (await world.lastMessage(number)).code }
}
