import { type APIRequestContext, expect } from '@playwright/test'
import { sessionOf } from './people.ts'
import { inTwoDays, serverAddress } from './product.ts'

/** Adds a kind of visit with fees of 25.00 and 50.00, and a visit of it in two days, as the admin of a demo clinic. */
export async function aDeskVisit(
  request: APIRequestContext,
  clinic: 'sunrise' | 'harbor',
  { email, kind }: { email: string; kind: string },
): Promise<{ patientId: string }> {
  const { access_token: token } = await sessionOf(request, `admin@${clinic}.test`)
  const headers = { Authorization: `Bearer ${token}`, 'x-clinic': clinic }
  const call = async (name: string, data: object) => {
    const answer = await request.post(`${serverAddress}/functions/v1/${name}`, { data, headers })
    expect(answer.status(), await answer.text()).toBe(200)
    return answer.json()
  }
  const found = await request.get(`${serverAddress}/rest/v1/patients?email=eq.${email}&select=id`, {
    headers,
  })
  const [patient] = (await found.json()) as { id: string }[]
  const patientId = patient?.id ?? ''
  const { key } = (await call('save-appointment-type', {
    ...{ version: 0, name: kind, durationMinutes: 30, beforeMinutes: 0, afterMinutes: 0, place: 'in_person' },
    ...{
      videoLink: '',
      patientsBook: 'no',
      minNoticeMinutes: 0,
      maxNoticeDays: 60,
      cancelPolicy: '',
      bring: '',
    },
    // every visit of the next month can only be canceled late
    ...{ cancelWindowHours: 720, lateCancelFeeCents: 2_500, noShowFeeCents: 5_000, feeText: '' },
    ...{ isActive: true, plans: [] },
  })) as { key: string }
  await call('schedule-appointment', {
    ...{ patientId, appointmentType: key, providerId: '', roomId: '', notes: '' },
    ...{ date: await inTwoDays(request), time: '10:00', duration: 30 },
  })
  return { patientId }
}
