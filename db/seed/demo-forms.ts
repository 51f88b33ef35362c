import type { FieldKind, FormField } from '#domain/forms/forms.ts'
import { askForm } from '#server/features/forms/ask-form.ts'
import { saveForm } from '#server/features/forms/save-form.ts'
import { signForm } from '#server/features/forms/sign-form.ts'
import type { Caller } from '#server/platform/database/transactions.ts'
import { call, type DemoTools } from './demo-tools.ts'

function part(kind: FieldKind, label: string, changes: Partial<FormField> = {}): FormField {
  const rest = { hint: '', isRequired: kind !== 'heading', isLong: false, isMany: false, options: [] }
  return { id: crypto.randomUUID(), kind, label, ...rest, ...changes }
}

const signed = {
  title: 'Consent to care',
  fields: [
    part(
      'consent',
      'I agree that the team examines and advises me. The team has explained what happens in a visit, and I can stop at any time.',
    ),
    part('choice', 'May we leave a voice message?', { options: ['Yes', 'No'] }),
    part('signature', 'Signature'),
  ],
}

const open = {
  title: 'Before your first visit',
  fields: [
    part('heading', 'About you'),
    part('text', 'What brings you to us?', { isLong: true }),
    part('choice', 'Which of these do you have?', {
      isMany: true,
      isRequired: false,
      options: ['Headaches', 'Back pain', 'Trouble sleeping', 'Shortness of breath'],
    }),
    part('scale', 'How well did you sleep last week?', { hint: '0 is not at all, 10 is very well.' }),
    part('date', 'When was your last check-up?', { isRequired: false }),
    part('file', 'Do you have results or letters from other clinics?', {
      isRequired: false,
      hint: 'A photo of the page is enough.',
    }),
    part('health', 'Please check your health information.'),
  ],
}

/** Initials. */
const drawn = [
  [120, 150, 126, 60, 180, 148, 188, 52],
  [236, 50, 230, 146, 300, 142],
  [96, 168, 200, 160, 330, 164],
]

/** A patient has signed one form of the clinic and has another to fill in. */
export async function giveDemoForms(
  tools: DemoTools,
  { admin, patient }: { admin: Caller; patient: { caller: Caller; patientId: string } },
): Promise<void> {
  const { patientId } = patient
  for (const form of [signed, open]) {
    const rest = { version: 0, occasion: 'request', visitTypes: [], repeats: 'once', isActive: true }
    const { formId } = await call<{ formId: string }>(tools, saveForm, admin, { ...form, ...rest })
    await call(tools, askForm, admin, { formId, patientId })
  }
  const [request] = await tools.services.transactions.withActor(patient.caller, (tx) =>
    tx.selectFrom('form_requests').select('id').where('title', '=', signed.title).execute(),
  )
  const [consent, message, signature] = signed.fields
  await call(tools, signForm, patient.caller, {
    requestId: request?.id,
    version: 0,
    answers: {
      [consent?.id ?? '']: 'yes',
      [message?.id ?? '']: 'Yes',
      [signature?.id ?? '']: { strokes: drawn },
    },
    name: 'Nora Lindqvist',
  })
}
