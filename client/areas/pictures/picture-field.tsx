import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId, useRef } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { IMAGE_URL_MAX } from '#shared/contracts/pictures.ts'
import { isOwnPicture } from '#shared/domain/menu/pictures.ts'
import { Button, cx, TextField, useTranslation } from '../../ui/index.ts'
import { PICTURE_TYPES, type usePictureChoice } from './picture-choice.ts'

interface PictureFieldProps {
  label: string
  preview: ReactNode
  /** `photo`: the buttons are over the preview. `banner`: they are below it, because the preview contains text. */
  box: 'photo' | 'banner'
  picture: ReturnType<typeof usePictureChoice>
  onRemove: () => void
  /** The field for the URL of a picture elsewhere, shown unless the picture was uploaded. */
  address: { label: string; error: string | undefined; url: string; field: UseFormRegisterReturn }
}

export function PictureField({ label, preview, box, picture, onRemove, address }: PictureFieldProps) {
  const { t } = useTranslation()
  const id = useId()
  const file = useRef<HTMLInputElement>(null)
  const chooseButton = useRef<HTMLButtonElement>(null)
  const { chosen, error, progress } = picture
  const hasAny = chosen !== null || address.url !== ''
  const isPhoto = box === 'photo'
  return (
    <>
      <div>
        <p id={`${id}-label`} className="mb-1 text-sm font-semibold">
          {label}
        </p>
        <div
          className={cx('relative', isPhoto && 'aspect-5/3 overflow-hidden rounded-[16px] border border-line bg-sunk')}
        >
          {preview}
          <div className={cx('flex gap-2', isPhoto ? 'absolute right-2.5 bottom-2.5' : 'mt-2.5')}>
            <Button
              ref={chooseButton}
              variant="outline"
              aria-describedby={`${id}-below`}
              onClick={() => file.current?.click()}
            >
              {t(hasAny ? 'pictureChoice.replace' : 'pictureChoice.choose')}
            </Button>
            {/* A picture that is being uploaded can be replaced afterwards, but not removed. */}
            {hasAny && progress === null && (
              <Button
                variant="outline"
                onClick={() => {
                  picture.remove()
                  if (!chosen) onRemove()
                  // This button is removed together with the picture.
                  chooseButton.current?.focus()
                }}
              >
                {t('pictureChoice.remove')}
              </Button>
            )}
          </div>
        </div>
        <input
          ref={file}
          type="file"
          accept={PICTURE_TYPES.join(',')}
          aria-labelledby={`${id}-label`}
          tabIndex={-1}
          onChange={({ target }) => {
            const [first] = target.files ?? []
            if (first) picture.choose(first)
            // Reset, so that the same file can be chosen again.
            target.value = ''
          }}
          className="sr-only"
        />
        {progress !== null && (
          <progress
            aria-label={t('pictureChoice.sending')}
            value={progress}
            max={1}
            className="mt-2 block h-2 w-full accent-accent"
          />
        )}
        <p id={`${id}-below`} role={error ? 'alert' : undefined} className="mt-1.5 text-sm text-muted">
          {error ? (
            <span className="flex items-start gap-1.5 font-medium whitespace-pre-line text-cancelled">
              <CircleAlert className="mt-0.5 size-4 shrink-0" />
              {error}
            </span>
          ) : (
            t('pictureChoice.hint')
          )}
        </p>
        {picture.canShrink && (
          <Button
            variant="outline"
            className="mt-2"
            pending={picture.isShrinking}
            onClick={() => {
              // This button is removed as soon as the picture is small enough.
              void picture.shrink().then(() => chooseButton.current?.focus())
            }}
          >
            {t('pictureChoice.shrink')}
          </Button>
        )}
      </div>
      {!isOwnPicture(address.url) && (
        <TextField
          label={address.label}
          error={address.error}
          {...address.field}
          type="url"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="https://"
          maxLength={IMAGE_URL_MAX}
        />
      )}
    </>
  )
}
