import { post, put } from '../../call.ts'
import type { World } from '../../world.ts'

export interface WaitingMail {
  email: string
  link: string
  code: string
}

export async function waitingMail(world: World, type: string): Promise<WaitingMail> {
  const known = type === 'recovery' || type === 'magiclink' ? await world.createUser() : null
  const address = known?.email ?? world.newEmail()
  if (type === 'signup')
    await world.send(post('/signup', { email: address, password: 'a quiet long password' }))
  if (type === 'invite')
    await world.send(post('/invite', { email: address }, { token: await world.adminToken() }))
  if (type === 'recovery') await world.send(post('/recover', { email: address }))
  if (type === 'magiclink') await world.send(post('/otp', { email: address }))
  const { link, code } = await world.lastMessage(address)
  return { email: address, link, code }
}

export async function waitingEmailChange(
  world: World,
): Promise<{ id: string; current: WaitingMail; next: WaitingMail }> {
  const user = await world.createSignedInUser()
  const address = world.newEmail()
  await world.send(put('/user', { email: address }, { token: user.accessToken }))
  const [atCurrent, atNext] = [await world.lastMessage(user.email), await world.lastMessage(address)]
  return {
    id: user.id,
    current: { ...atCurrent, email: user.email },
    next: { ...atNext, email: address },
  }
}
