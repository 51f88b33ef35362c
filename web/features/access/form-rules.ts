import { loadPart } from '#web/lib/page/page-chunks.ts'

type Forms = typeof import('#domain/access/forms.ts')

/** Loads the rules of an access form on first use: they are not needed to render it (docs/decisions/0111). */
function rulesOf<Name extends keyof Forms>(name: Name): () => Promise<Forms[Name]> {
  return async () => (await loadPart(() => import('#domain/access/forms.ts')))[name]
}

export const formRules = {
  acceptInviteForm: rulesOf('acceptInviteForm'),
  clinicHubForm: rulesOf('clinicHubForm'),
  clinicSignUpForm: rulesOf('clinicSignUpForm'),
  confirmCodeForm: rulesOf('confirmCodeForm'),
  correctAddressForm: rulesOf('correctAddressForm'),
  confirmSignUpForm: rulesOf('confirmSignUpForm'),
  forgotPasswordForm: rulesOf('forgotPasswordForm'),
  inviteCompletionForm: rulesOf('inviteCompletionForm'),
  loginForm: rulesOf('loginForm'),
  patientSignUpForm: rulesOf('patientSignUpForm'),
  resetCodeForm: rulesOf('resetCodeForm'),
  updatePasswordForm: rulesOf('updatePasswordForm'),
}
