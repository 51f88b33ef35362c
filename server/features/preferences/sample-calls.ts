import { noticeDefaults } from '#domain/preferences/defaults.ts'
import { provenPatients, type SampleCalls, savesOf, team } from '#server/tests/threats/actors/sample-call.ts'

export const calls: SampleCalls = {
  'save-contact-preferences': {
    input: async (scene, actor) => ({
      version: await savesOf(scene, actor, 'contact_preferences'),
      emailNotifications: true,
      smsNotifications: false,
      appointmentReminders: false,
      marketingCommunications: false,
    }),
    answers: provenPatients,
  },
  'answer-consents-anew': {
    answers: provenPatients,
  },
  'save-notice-preferences': {
    input: () => noticeDefaults,
    answers: team,
  },
}
