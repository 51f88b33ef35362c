/** Sign-in mails: they name no program and nothing about health, only that there is an account. */
const linkLife = 'The link works once, for 24 hours.'
const ignore = 'If this was not you, ignore this email: nothing happens without the link.'
const codeLife = 'Or enter this code. It is valid for 10 minutes:'

export const authMailTexts = {
  codeLabel: codeLife,

  confirmSignUp: {
    subject: (name: string) => `Confirm your email for ${name}`,
    heading: 'Confirm your email',
    lead: (name: string) => `Welcome to ${name}. One step is left: confirm that this address is yours.`,
    button: 'Confirm email',
    notes: [linkLife, ignore],
  },

  confirmReminder: {
    subject: (name: string) => `Reminder: confirm your email for ${name}`,
    heading: 'Your email is not confirmed yet',
    lead: (name: string) =>
      `Your account at ${name} waits for one step: confirm that this address is yours. Until then you cannot use most of its pages.`,
    button: 'Confirm email',
    notes: [
      linkLife,
      'If you did not open this account, ignore this email. We send at most three reminders.',
    ],
  },

  invite: {
    subject: (name: string) => `You are invited to ${name}`,
    heading: (name: string) => `Your invitation to ${name}`,
    lead: (name: string) =>
      `An account at ${name} has been prepared for you. Accept the invitation and choose your password.`,
    button: 'Accept invitation',
    notes: ['The link works once, for 72 hours.', 'If you did not expect this, ignore this email.'],
  },

  recovery: {
    subject: 'Reset your password',
    heading: 'Choose a new password',
    lead: (name: string) => `We received a request for a new password for your account at ${name}.`,
    button: 'Reset password',
    notes: [linkLife, 'If this was not you, ignore this email: your password does not change.'],
  },

  magicLink: {
    subject: (name: string) => `Sign in to ${name}`,
    heading: (name: string) => `Sign in to ${name}`,
    lead: 'Here is the sign-in link you requested.',
    button: 'Sign in',
    notes: [linkLife, ignore],
  },

  emailChangeNew: {
    subject: 'Confirm your new email address',
    heading: 'Confirm your new address',
    lead: (name: string) => `Confirm this address to sign in to ${name} with it.`,
    button: 'Confirm new address',
    notes: [linkLife, ignore],
  },

  emailChangeCurrent: {
    subject: 'Your email address is about to change',
    heading: 'Confirm your change of address',
    lead: (newEmail: string) =>
      `We received a request to move your account to ${newEmail}. The change takes effect once both addresses have confirmed it.`,
    button: 'Confirm the change',
    notes: [
      linkLife,
      'If this was not you, do not confirm. Change your password now; your address does not change.',
    ],
  },

  addressChangeNotice: {
    subject: 'Your email address is to be changed',
    heading: 'Your address is to be changed',
    lead: (newEmail: string, date: string) =>
      `We received a request to change your address to ${newEmail}. It was made with your password and your second step. The change takes effect on ${date} at the earliest.`,
    button: 'Stop the change',
    notes: [
      'If this was you, you do not need to do anything.',
      'If this was not you, stop the change now, then choose a new password.',
    ],
  },

  addressChangeCode: {
    subject: 'The code for your new email address',
    heading: 'Confirm your new address',
    lead: (name: string) =>
      `Enter this code on the page where you requested the change of your address at ${name}.`,
    codeLabel: 'Your code, valid for 10 minutes:',
    notes: ['If this was not you, ignore this email: nothing happens without the code.'],
  },

  addressChanged: {
    subject: 'Your email address was changed',
    heading: 'Your address was changed',
    lead: (newEmail: string) =>
      `Your account now belongs to ${newEmail}, as we announced in an earlier email. Emails go there from now on.`,
    button: 'Sign in',
    notes: ['If you did not request this, contact your clinic at once.'],
  },

  alreadyRegistered: {
    subject: (name: string) => `You already have an account at ${name}`,
    heading: 'You already have an account',
    lead: (name: string) =>
      `We received a sign-up at ${name} with this address, probably from you. The address already has an account, so nothing was changed.`,
    button: 'Sign in',
    forgotten: (address: string) => `Forgotten the password? Choose a new one here: ${address}`,
    notes: ['If this was not you, ignore this email.'],
  },

  addressTaken: {
    subject: (name: string) => `You already have an account at ${name}`,
    heading: 'This address already has an account',
    lead: (name: string) =>
      `We received a request, probably from you, to move another account at ${name} to this address. The address already has an account, so nothing was changed.`,
    button: 'Sign in',
    notes: [
      'To use this address for the other account, first change the address of this one.',
      'If this was not you, ignore this email.',
    ],
  },

  newSignIn: {
    subject: (name: string) => `New sign-in to ${name}`,
    heading: 'New sign-in',
    lead: (name: string) => `Your account at ${name} was just used to sign in from a new device or network.`,
    device: (browser: string | null, system: string | null) =>
      browser && system ? `${browser} on ${system}` : (browser ?? system ?? 'An unnamed device'),
    details: (device: string, address: string | null, at: string) =>
      address ? `${device}, network address ${address}, ${at}` : `${device}, ${at}`,
    button: 'It was not me: new password',
    notes: [
      'If this was you, you do not need to do anything.',
      'If not, choose a new password now. It signs out every other device.',
    ],
  },

  reauthentication: {
    subject: 'Your confirmation code',
    heading: 'Confirm that it is you',
    lead: 'Enter this code on the page that asked for it.',
    codeLabel: 'Valid once, for 10 minutes:',
    notes: ['If you did not request a code, another person may be signed in as you: change your password.'],
  },

  factorNames: {
    totp: 'an authenticator app',
    phone: 'a phone number',
    webauthn: 'a passkey',
    recovery_code: 'recovery codes',
  },

  factorAdded: {
    subject: 'Two-step sign-in: a second step was added',
    heading: 'A second step was added',
    lead: (what: string) => `From now on, you may be asked for ${what} when you sign in.`,
    button: 'See your sign-in settings',
    notes: ['If this was not you, change your password now and remove any step you do not recognize.'],
  },

  factorRemoved: {
    subject: 'Two-step sign-in: a second step was removed',
    heading: 'A second step was removed',
    lead: (what: string) => `You are no longer asked for ${what} when you sign in.`,
    button: 'See your sign-in settings',
    notes: ['If this was not you, change your password now and set up two-step sign-in again.'],
  },

  recoveryCodeUsed: {
    subject: 'A recovery code was used',
    heading: 'A recovery code was used',
    lead: (remaining: number) =>
      `A recovery code was used to sign in to your account, probably by you. ${
        remaining === 1 ? 'One code is' : `${remaining === 0 ? 'No' : remaining} codes are`
      } left.`,
    button: 'See your sign-in settings',
    notes: [
      'If this was not you, change your password now and create new recovery codes.',
      'If you have lost your phone, remove it in your sign-in settings.',
    ],
  },
}
