import { feature } from '#server/clinic/feature.ts'
import { cancelAddressChange } from './address-change/cancel-address-change.ts'
import { ownAddressChange } from './address-change/own-address-change.ts'
import { proveAddressChange } from './address-change/prove-address-change.ts'
import { requestAddressChange } from './address-change/request-address-change.ts'
import { sendAddressChangeCode } from './address-change/send-address-change-code.ts'
import { stopAddressChange } from './address-change/stop-address-change.ts'
import { confirmPerson } from './confirm-person.ts'
import { correctAddress } from './correct-address.ts'

export const accountFeature = feature({
  actions: [
    confirmPerson,
    correctAddress,
    ownAddressChange,
    requestAddressChange,
    sendAddressChangeCode,
    proveAddressChange,
    cancelAddressChange,
    stopAddressChange,
  ],
})
