import { Button, FileButton, Flex } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { t } from 'i18next';
import { useEffect, useState } from 'react';
import { fileName } from '#shared/file-name.ts';
import type { ImageChange } from '#shared/rpc/editing.ts';
import { reportFailure } from '../../backend/failure.ts';
import { imageQuery } from '../../backend/queries.ts';
import { pathOfFile } from '../../state/sent-files.tsx';
import formStyles from '../../ui/actions/form.module.css';
import styles from './editing.module.css';

/** Maximum image size that services accept, in bytes. */
const maxBytes = 10 * 1024 * 1024;

interface ImageFieldProps {
  readonly connection: string;
  /** The current image as named in the record; empty for none. */
  readonly present: string;
  readonly image: ImageChange;
  readonly onChange: (image: ImageChange) => void;
}

/** The image of a record: current, chosen, removed. */
export function ImageField({ connection, present: address, image, onChange }: ImageFieldProps) {
  const present = address !== '';
  const { data: now = null } = useQuery(imageQuery(connection, address));
  const [file, setFile] = useState<File | null>(null);
  const preview = usePreview(file);
  const [tooLarge, setTooLarge] = useState(false);
  const change = (next: ImageChange) => {
    setTooLarge(false);
    onChange(next);
  };
  const choose = (chosen: File | null) => {
    if (chosen === null) return;
    setTooLarge(chosen.size > maxBytes);
    if (chosen.size > maxBytes) return;
    setFile(chosen);
    pathOfFile(chosen).then((path) => path !== '' && onChange({ kind: 'replace', path }), reportFailure);
  };
  const shown = image.kind === 'replace' || (image.kind === 'keep' && present);
  const pictured = image.kind === 'replace' ? preview : image.kind === 'keep' ? now : null;
  const words = {
    keep: t(present ? 'editing.imageThere' : 'editing.imageNone'),
    remove: t('editing.imageWillBeRemoved'),
    replace: image.kind === 'replace' ? t('editing.imageChosen', { name: fileName(image.path) }) : '',
  };
  return (
    <fieldset className={formStyles.fieldset}>
      <legend>{t('editing.image')}</legend>
      <Flex gap="md">
        <div className={styles.imageFieldFrame}>
          {pictured !== null ? (
            <img src={pictured} alt={t(image.kind === 'replace' ? 'editing.imagePreview' : 'editing.imageNow')} />
          ) : (
            <IconPhoto size={22} stroke={1.2} aria-hidden opacity={shown ? 1 : 0.5} />
          )}
        </div>
        <div className={styles.imageFieldWords}>
          <span role="status">{tooLarge ? t('editing.imageLarge') : words[image.kind]}</span>
          <span className="quiet">{t('editing.imageHint')}</span>
          <ImageActions isShown={shown} isPresent={present} image={image} onChoose={choose} onChange={change} />
        </div>
      </Flex>
    </fieldset>
  );
}

interface ImageActionsProps {
  /** Whether the record will have an image, and whether it has one now. */
  readonly isShown: boolean;
  readonly isPresent: boolean;
  readonly image: ImageChange;
  readonly onChoose: (file: File | null) => void;
  readonly onChange: (image: ImageChange) => void;
}

function ImageActions({ isShown, isPresent, image, onChoose, onChange }: ImageActionsProps) {
  const common = { variant: 'default', size: 'compact-xs' } as const;
  return (
    <div className={styles.imageFieldActions}>
      <FileButton accept="image/png,image/jpeg,image/webp" onChange={onChoose}>
        {(props) => (
          <Button {...props} {...common}>
            {t(isShown ? 'editing.imageReplace' : 'editing.imageChoose')}
          </Button>
        )}
      </FileButton>
      {isShown && (
        <Button {...common} onClick={() => onChange({ kind: isPresent ? 'remove' : 'keep' })}>
          {t('editing.imageRemove')}
        </Button>
      )}
      {isPresent && image.kind !== 'keep' && (
        <Button {...common} onClick={() => onChange({ kind: 'keep' })}>
          {t('editing.imageKeep')}
        </Button>
      )}
    </div>
  );
}

/** The content of a file as an image's address; null until it has been read. */
function usePreview(file: File | null): string | null {
  const [preview, setPreview] = useState<string | null>(null);
  useEffect(() => {
    setPreview(null);
    if (file === null) return;
    let isCurrent = true;
    void asAddress(file).then((address) => {
      if (isCurrent) setPreview(address);
    });
    return () => {
      isCurrent = false;
    };
  }, [file]);
  return preview;
}

/** The content as an address that the page's policy allows. */
function asAddress(file: File): Promise<string | null> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : null);
    reader.onerror = () => resolve(null);
    reader.readAsDataURL(file);
  });
}
