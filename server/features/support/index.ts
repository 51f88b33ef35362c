import { feature } from '#server/clinic/feature.ts'
import { askSupportAccess, endSupportAccess } from './ask-support-access.ts'
import { decideSupportAccess } from './decide-support-access.ts'
import { operatorSupport, supportAccesses } from './support-accesses.ts'
import { supportView } from './support-view.ts'

export const supportFeature = feature({
  actions: [
    operatorSupport,
    askSupportAccess,
    supportView,
    endSupportAccess,
    supportAccesses,
    decideSupportAccess,
  ],
})
