import { feature } from '#server/clinic/feature.ts'
import { addMessageNote } from './add-message-note.ts'
import { assignThread } from './assign-thread.ts'
import { closeThread } from './close-thread.ts'
import { messageCounts } from './message-counts.ts'
import { readMessages } from './read-messages.ts'
import { removeMessageNote } from './remove-message-note.ts'
import { saveMessageSettings } from './save-message-settings.ts'
import { sendMessage } from './send-message.ts'

export const messagesFeature = feature({
  actions: [
    sendMessage,
    readMessages,
    assignThread,
    closeThread,
    messageCounts,
    saveMessageSettings,
    addMessageNote,
    removeMessageNote,
  ],
})
