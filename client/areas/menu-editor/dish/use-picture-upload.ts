import { useTranslation } from 'react-i18next'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { errorMessage } from '../../../lib/api/error-message.ts'
import { toastFailure } from '../../../lib/changes/toast-failure.ts'
import { type ChosenPicture, usePictureChoice } from '../../pictures/owner.ts'
import { useUploadPicture } from './dish-calls.ts'

/** The new picture of a dish, which is uploaded after the dish is saved. */
export function usePictureUpload() {
  const { t } = useTranslation()
  const picture = usePictureChoice('image_too_large')
  const send = useUploadPicture()
  return {
    ...picture,
    /** @returns the dish with its picture; null if the upload failed, the picture stays chosen for another attempt */
    async upload(dish: MenuItem, sent: ChosenPicture): Promise<MenuItem | null> {
      try {
        return await picture.send(sent, (file, onProgress) => send.mutateAsync({ dish, file, onProgress }))
      } catch (error) {
        picture.showError(errorMessage(error), t('menuEditor.pictureKept'))
        toastFailure(t('pictureChoice.failed'), error, t('pictureChoice.failedDescription'))
        return null
      }
    },
  }
}
