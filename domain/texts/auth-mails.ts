/** The words of the sign-in mails. No health matters, no program names: only that there is an account. */
const linkLife = 'The link works once, for 24 hours.'
const ignore = 'If this was not you, you can ignore this mail: nothing happens without the link.'
const codeLife = 'Or type this code. It is good for 10 minutes:'

export const authMailTexts = {
  codeLabel: codeLife,

  confirmSignUp: {
    subject: (name: string) => `Confirm your email for ${name}`,
    heading: 'Confirm your email',
    lead: (name: string) => `Welcome to ${name}. One step is left: confirm that this address is yours.`,
    button: 'Confirm email',
    notes: [linkLife, ignore],
  },

  invite: {
    subject: (name: string) => `You are invited to ${name}`,
    heading: (name: string) => `Your invitation to ${name}`,
    lead: (name: string) =>
      `An account at ${name} has been prepared for you. Accept it and choose your password.`,
    button: 'Accept invitation',
    notes: ['The link works once, for 72 hours.', 'If you did not expect this, you can ignore this mail.'],
  },

  recovery: {
    subject: 'Reset your password',
    heading: 'Choose a new password',
    lead: (name: string) => `Somebody asked for a new password for your account at ${name}.`,
    button: 'Reset password',
    notes: [linkLife, 'If this was not you, ignore this mail: your password stays as it is.'],
  },

  magicLink: {
    subject: (name: string) => `Sign in to ${name}`,
    heading: (name: string) => `Sign in to ${name}`,
    lead: 'Here is the sign-in link you asked for.',
    button: 'Sign in',
    notes: [linkLife, ignore],
  },

  emailChangeNew: {
    subject: 'Confirm your new email address',
    heading: 'Confirm your new address',
    lead: (name: string) => `This address is to become the one you sign in to ${name} with.`,
    button: 'Confirm new address',
    notes: [linkLife, ignore],
  },

  emailChangeCurrent: {
    subject: 'Your email address is about to change',
    heading: 'Confirm the change of your address',
    lead: (newEmail: string) =>
      `Your account is to be moved to ${newEmail}. The change takes effect once both addresses have confirmed it.`,
    button: 'Confirm the change',
    notes: [
      linkLife,
      'If this was not you, do not confirm: change your password now, and your address stays as it is.',
    ],
  },

  alreadyRegistered: {
    subject: (name: string) => `You already have an account at ${name}`,
    heading: 'You already have an account',
    lead: (name: string) =>
      `Somebody, probably you, tried to sign up at ${name} with this address. It already has an account, so nothing was changed.`,
    button: 'Sign in',
    forgotten: (address: string) => `Forgotten the password? Choose a new one here: ${address}`,
    notes: ['If this was not you, you can ignore this mail.'],
  },

  addressTaken: {
    subject: (name: string) => `You already have an account at ${name}`,
    heading: 'This address already has an account',
    lead: (name: string) =>
      `Somebody, probably you, wanted to move another account at ${name} to this address. It already has an account of its own, so nothing was changed.`,
    button: 'Sign in',
    notes: [
      'To use this address for the other account, first give this one another address.',
      'If this was not you, you can ignore this mail.',
    ],
  },

  newSignIn: {
    subject: (name: string) => `New sign-in to ${name}`,
    heading: 'A sign-in from somewhere new',
    lead: (name: string) =>
      `Your account at ${name} was just used to sign in from a device or network it had not been used from before.`,
    device: (browser: string | null, system: string | null) =>
      browser && system ? `${browser} on ${system}` : (browser ?? system ?? 'An unnamed device'),
    details: (device: string, address: string | null, at: string) =>
      address ? `${device}, network address ${address}, ${at}` : `${device}, ${at}`,
    button: 'It was not me: new password',
    notes: [
      'If it was you, there is nothing to do.',
      'If it was not, choose a new password now: every other device is signed out with it.',
    ],
  },

  reauthentication: {
    subject: 'Your confirmation code',
    heading: 'Confirm that it is you',
    lead: 'Type this code where you were asked for it.',
    codeLabel: 'Good for 10 minutes, once:',
    notes: ['If you were not asked for a code, somebody else may be signed in as you: change your password.'],
  },

  factorNames: {
    totp: 'an authenticator app',
    phone: 'a phone number',
    webauthn: 'a passkey',
    recovery_code: 'recovery codes',
  },

  factorAdded: {
    subject: 'Two-step sign-in: something was added',
    heading: 'A second step was added',
    lead: (what: string) => `From now on ${what} can be asked for when you sign in.`,
    button: 'See your sign-in settings',
    notes: ['If this was not you, change your password now and remove what you do not know.'],
  },

  factorRemoved: {
    subject: 'Two-step sign-in: something was removed',
    heading: 'A second step was removed',
    lead: (what: string) => `Your account no longer asks for ${what} when you sign in.`,
    button: 'See your sign-in settings',
    notes: ['If this was not you, change your password now and set two-step sign-in up again.'],
  },

  recoveryCodeUsed: {
    subject: 'A recovery code was used',
    heading: 'A recovery code was used',
    lead: (remaining: number) =>
      `Somebody, probably you, signed in with one of your recovery codes. ${
        remaining === 1 ? 'One code is' : `${remaining === 0 ? 'No' : remaining} codes are`
      } left.`,
    button: 'See your sign-in settings',
    notes: [
      'If this was not you, change your password now and make new recovery codes.',
      'If you have lost your phone, remove it in your sign-in settings.',
    ],
  },
}
