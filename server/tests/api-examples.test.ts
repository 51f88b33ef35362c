// The examples of the API reference run as they are printed.
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { clientExample, curlExample, fhirExample, fhirTokenExample } from '#domain/api/api-examples.ts'
import { publishableKeyOf } from '#server/platform/http/publishable-key.ts'
import { anApiKey } from '#testing/api-keys.ts'
import { anAppointment } from '#testing/appointments.ts'
import { mailsTo } from '#testing/database/stored-mails.ts'
import { aClinic } from '#testing/sign-in/people.ts'
import { openTestServer, type TestServer } from './threats/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
  vi.stubGlobal('fetch', server.fetch)
})
afterAll(async () => {
  vi.unstubAllGlobals()
  await server.close()
})

const demoPatient = { email: 'patient@sunrise.test', password: 'carefold-demo' }

function targetOf(subdomain: string) {
  const { mainOrigin } = server.services.config
  return {
    mainOrigin,
    hub: mainOrigin.replace('//', `//${subdomain}.`),
    publishableKey: publishableKeyOf(mainOrigin),
  }
}

const inDays = (days: number) => {
  const at = server.services.clock.now()
  at.setUTCDate(at.getUTCDate() + days)
  return at.toISOString().slice(0, 10)
}

/** Reads a command of curl with quoted arguments, and sends what it says. */
function runCurl(command: string): Promise<Response> {
  const [, ...words] = [...command.replaceAll('\\\n', ' ').matchAll(/'([^']*)'|(\S+)/g)].map(
    ([, quoted, plain]) => quoted ?? plain ?? '',
  )
  const [url = '', ...options] = words
  const headers = new Headers()
  const fields: string[] = []
  for (let at = 0; at < options.length; at += 2) {
    const [option, value = ''] = [options[at], options[at + 1]]
    if (option === '-H') headers.set(...(value.split(': ', 2) as [string, string]))
    else if (option === '-d') fields.push(value)
    else throw new Error(`the example uses ${option}`)
  }
  if (fields.length === 0) return server.fetch(url, { headers })
  if (!headers.has('content-type')) headers.set('content-type', 'application/x-www-form-urlencoded')
  return server.fetch(url, { method: 'POST', headers, body: fields.join('&') })
}

it('the command checks an address without an account', async () => {
  const answer = await runCurl(curlExample(targetOf('sunrise')))
  expect([answer.status, await answer.json()]).toEqual([200, { available: true }])
})

it('the command searches appointments with the secret of an API key', async () => {
  const clinic = await aClinic(server.db)
  const { secret } = await anApiKey(server.db, clinic)
  const answer = await runCurl(fhirExample(targetOf(clinic.subdomain)).replace('YOUR_SECRET', secret))
  expect([answer.status, await answer.json()]).toMatchObject([200, { resourceType: 'Bundle', total: 0 }])
})

it('the command that requests a token is understood up to its assertion', async () => {
  const clinic = await aClinic(server.db)
  const answer = await runCurl(fhirTokenExample(targetOf(clinic.subdomain)))
  expect([answer.status, await answer.json()]).toMatchObject([401, { error: 'invalid_client' }])
})

it('the program signs a patient in, reads the visits and cancels the first', async () => {
  const clinic = await aClinic(server.db)
  const target = targetOf(clinic.subdomain)
  const visitor = createClient(target.hub, target.publishableKey)
  const joining = { ...demoPatient, name: 'Pat Sunrise', subdomain: clinic.subdomain }
  expect((await visitor.functions.invoke('clinic-join', { body: joining })).error).toBeNull()
  const [mail] = await mailsTo(server.db, demoPatient.email)
  const token_hash = new URL(mail?.links[0] ?? '').searchParams.get('token_hash') ?? ''
  const proof = { type: 'signup', token_hash, password: demoPatient.password } as const
  const confirmed = await visitor.auth.verifyOtp(proof)
  expect(confirmed.error).toBeNull()
  const [patient] = await server.db.asOwner<{ id: string }>('select id from patients where clinic_id = $1', [
    clinic.id,
  ])
  const later = await anAppointment(server.db, clinic, { patientId: patient?.id ?? '' }, { date: inDays(17) })
  const first = await anAppointment(server.db, clinic, { patientId: patient?.id ?? '' }, { date: inDays(10) })

  const clients: { auth: SupabaseClient['auth'] }[] = [visitor]
  const opening: typeof createClient = (...given) => {
    const client = createClient(...given)
    clients.push(client)
    return client
  }
  const [imports = '', ...program] = clientExample(target).split('\n')
  expect(imports).toBe("import { createClient } from '@supabase/supabase-js'")
  const AsyncFunction = (async () => {}).constructor as FunctionConstructor
  const run = new AsyncFunction('createClient', `${program.join('\n')}\nreturn { visits, error }`)
  const { visits, error } = await run(opening)
  for (const client of clients) await client.auth.stopAutoRefresh()

  expect(error).toBeNull()
  expect(visits.map(({ id }: { id: string }) => id)).toEqual([first.id, later.id])
  const rows = await server.db.asOwner(
    'select id, status from appointments where clinic_id = $1 order by starts_at',
    [clinic.id],
  )
  expect(rows).toEqual([
    { id: first.id, status: 'canceled' },
    { id: later.id, status: 'upcoming' },
  ])
})
