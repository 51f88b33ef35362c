import { loadPart } from '#web/lib/page/page-chunks.ts'

type Forms = typeof import('#domain/access/forms.ts')

/** The rules of a form of sign-in and sign-up: nobody needs them to see it (docs/decisions/0111). */
function rulesOf<Name extends keyof Forms>(name: Name): () => Promise<Forms[Name]> {
  return async () => (await loadPart(() => import('#domain/access/forms.ts')))[name]
}

export const formRules = {
  acceptInviteForm: rulesOf('acceptInviteForm'),
  clinicHubForm: rulesOf('clinicHubForm'),
  clinicSignUpForm: rulesOf('clinicSignUpForm'),
  confirmCodeForm: rulesOf('confirmCodeForm'),
  confirmSignUpForm: rulesOf('confirmSignUpForm'),
  forgotPasswordForm: rulesOf('forgotPasswordForm'),
  inviteCompletionForm: rulesOf('inviteCompletionForm'),
  loginForm: rulesOf('loginForm'),
  patientSignUpForm: rulesOf('patientSignUpForm'),
  resetCodeForm: rulesOf('resetCodeForm'),
  updatePasswordForm: rulesOf('updatePasswordForm'),
}
