import { fhirPath, tokenPath } from '../fhir/paths.ts'

/** Where the examples call: the main site's origin, one clinic's hub, and the installation's publishable key. */
export interface ExampleTarget {
  mainOrigin: string
  hub: string
  publishableKey: string
}

/** A call without an account, for a shell. */
export function curlExample({ mainOrigin, publishableKey }: ExampleTarget): string {
  return `curl '${mainOrigin}/functions/v1/check-subdomain' \\
  -H 'apikey: ${publishableKey}' \\
  -H 'Content-Type: application/json' \\
  -d '{"subdomain": "sunrise"}'`
}

/** A program's search, with the secret of an API key. */
export function fhirExample({ hub }: Pick<ExampleTarget, 'hub'>): string {
  return `curl '${hub}${fhirPath}/Appointment?date=ge2026-03-02&status=booked' \\
  -H 'Authorization: Bearer YOUR_SECRET'`
}

/** A program's request for a token, with an assertion that it has signed. */
export function fhirTokenExample({ hub }: Pick<ExampleTarget, 'hub'>): string {
  return `curl '${hub}${fhirPath}/${tokenPath}' \\
  -d grant_type=client_credentials \\
  -d 'scope=system/Patient.rs system/Appointment.rs' \\
  -d client_assertion_type=urn:ietf:params:oauth:client-assertion-type:jwt-bearer \\
  -d client_assertion=YOUR_ASSERTION`
}

/** A patient's calls with supabase-js: signing in, a read of rows, and a function. */
export function clientExample({ hub, publishableKey }: ExampleTarget): string {
  return `import { createClient } from '@supabase/supabase-js'

const carefold = createClient('${hub}', '${publishableKey}')

await carefold.auth.signInWithPassword({
  email: 'patient@sunrise.test',
  password: 'carefold-demo',
})

const { data: visits } = await carefold
  .from('appointments')
  .select('id, starts_at, status')
  .order('starts_at')

const { data, error } = await carefold.functions.invoke('cancel-own-appointment', {
  body: { appointmentId: visits[0].id, reason: '', acceptsLate: false },
})`
}
