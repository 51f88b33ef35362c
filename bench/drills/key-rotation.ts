import { setTimeout as wait } from 'node:timers/promises'
import { rotateKeyFile } from '#server/auth/keys/rotate-keys.ts'
import { password } from '../auth/people.ts'
import type { Drill, Outcome } from './drill.ts'
import type { Scene } from './scene.ts'
import { rotateSecrets } from './secret-rotation.ts'

export const keyRotation: Drill = {
  name: 'F18',
  isShort: false,
  onEmbedded: true,
  about: 'key rotation under load',
  async run(scene) {
    const signing = await rotateSigningKeys(scene)
    // Two servers, one after the other: a server on the embedded database cannot be replaced without a gap.
    const others = scene.isEmbedded ? null : await rotateSecrets(scene)
    return {
      figures: `${signing.figures}${others ? `; ${others.figures}` : ''}`,
      problems: [...signing.problems, ...(others?.problems ?? [])],
    }
  },
}

async function rotateSigningKeys(scene: Scene): Promise<Outcome> {
  const dataDir = scene.dataFolder()
  // Without SIGNING_KEYS the server creates keys in its folder, and reloads rotated ones.
  const server = await scene.start({ DATA_DIR: dataDir, SIGNING_KEYS: '' })
  const problems: string[] = []
  const kids = new Set<string>()
  let requests = 0
  let isOver = false
  const call = async (method: string, path: string, body: object | null, token?: string) => {
    requests += 1
    const answer = await fetch(`http://127.0.0.1:${server.port}/auth/v1${path}`, {
      method,
      headers: {
        'Content-Type': 'application/json',
        'X-Forwarded-For': `10.9.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`,
        ...(token && { Authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const found = (await answer.json()) as { access_token?: string; refresh_token?: string }
    if (answer.status !== 200) problems.push(`${method} ${path} answered ${answer.status}`)
    if (found.access_token)
      kids.add(JSON.parse(Buffer.from(found.access_token.split('.')[0] ?? '', 'base64url').toString()).kid)
    return found
  }
  const person = async (number: number) => {
    const first = await call('POST', '/token?grant_type=password', {
      email: `person-${number}@bench.test`,
      password,
    })
    let { access_token: token, refresh_token: refresh } = first
    while (!isOver) {
      await call('GET', '/user', null, token)
      await call('GET', '/user', null, first.access_token)
      const next = await call('POST', '/token?grant_type=refresh_token', { refresh_token: refresh })
      token = next.access_token
      refresh = next.refresh_token
      await wait(50)
    }
  }
  const people = [1, 2, 3, 4].map(person)
  const rotations = scene.isFull ? 5 : 2
  for (let rotation = 0; rotation < rotations; rotation++) {
    await wait(1_500)
    rotateKeyFile(dataDir, new Date(), 1)
    await wait(2_500)
  }
  isOver = true
  await Promise.all(people)
  await server.stop()
  if (kids.size < 2) problems.push('no new key signed')
  return {
    figures: `${rotations} rotations, ${requests} requests, signed by ${kids.size} keys`,
    problems: [...new Set(problems)],
  }
}
