import { errorTexts } from './errors.ts'

/** A person's own pages. Wording where given: docs/specification.md B2.6, B2.12, B4, B5 and B8. */
export const profileTexts = {
  loadFailed: 'Failed to load profile',
  loadFailedDetail: 'There was an error loading your profile information. Please try again.',
  loading: 'Loading your profile',
  updating: 'Updating...',
  updateFailed: 'Update failed',
  phoneInvalid: 'Please enter a valid phone number, with the country code if it is from abroad.',
  tooLong: (limit: number) => `Please keep this to ${limit} characters.`,
  charactersLeft: (count: number) => (count === 1 ? '1 character left' : `${count} characters left`),

  personal: {
    lead: (clinic: string) => `Kept by ${clinic}, and seen by its team.`,
    firstName: 'First name',
    lastName: 'Last name',
    firstNameShort: 'First name must be at least 2 characters.',
    lastNameShort: 'Last name must be at least 2 characters.',
    phone: 'Phone',
    dateOfBirth: 'Date of birth',
    dateOfBirthInvalid: 'Please enter a real date.',
    dateOfBirthFuture: 'This date has not come yet.',
    address: 'Address',
    city: 'City',
    state: 'State',
    zipCode: 'Zip code',
    updated: 'Profile updated',
    updatedDetail: 'Your personal details have been updated successfully.',
    failedDetail: 'There was an error updating your profile. Please try again.',
  },

  health: {
    title: 'Health Information',
    lead: (clinic: string) =>
      `What ${clinic} should know about you. Only its team reads it, and every look is listed under Security & Password.`,
    emergencyContact: 'Emergency contact',
    emergencyContactHint: 'Whom the clinic may call, and who they are to you.',
    emergencyPhone: 'Emergency phone',
    allergies: 'Allergies',
    medications: 'Medications',
    medicationsHint: 'What you take at the moment, with the dose if you know it.',
    medicalConditions: 'Medical conditions',
    updated: 'Health information updated',
    failedDetail: 'There was an error updating your health information. Please try again.',
  },

  /** what a clinic's team reads about a patient */
  ofPatient: {
    lead: 'Shown only when you ask for it. The patient sees who looked.',
    show: 'Show health information',
    none: 'This patient has not given any health information.',
    nothingSaid: 'Nothing said',
    asOf: 'As given on',
    failed: 'This could not be loaded.',
    retry: 'Try again',
  },

  own: {
    lead: 'Your name, as your clinic and your patients see it, and what you tell your colleagues about yourself.',
    username: 'Username',
    usernameHint: 'Yours alone: nobody else can take it.',
    usernameInvalid:
      'A username has 3 to 30 letters, numbers, dots, hyphens or underscores, and starts and ends with a letter or number.',
    usernameTaken: errorTexts.username_taken,
    website: 'Website',
    websiteInvalid: 'Please enter a web address, such as https://example.com.',
    description: 'Description',
    bio: 'Bio',
  },
} as const
