import {
  type CSSVariablesResolver,
  colorsTuple,
  createTheme,
  defaultVariantColorsResolver,
  type MantineThemeOverride,
  Modal,
  mergeThemeOverrides,
  Notification,
  type VariantColorsResolver,
} from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import colours from './colours.json' with { type: 'json' };
import design from './theme.json' with { type: 'json' };

/** Filled and pressed buttons use the design's colours, which are dark on light and light on dark. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const resolved = defaultVariantColorsResolver(input);
  if (input.variant === 'light') {
    const background = 'var(--surface-selected)';
    return { ...resolved, background, hover: background, color: 'var(--accent-strong)' };
  }
  if (input.variant !== 'filled') return resolved;
  const [background, hover] =
    input.color === 'red' ? ['var(--danger)', 'var(--danger-strong)'] : ['var(--accent)', 'var(--accent-strong)'];
  return { ...resolved, background, hover, color: 'var(--on-accent)', border: '1px solid transparent' };
};

/** The component library sets these per scheme, which would take precedence over values for both schemes. */
const texts = { '--mantine-color-error': 'var(--danger)', '--mantine-color-dimmed': 'var(--text-quiet)' };

/** Whatever the component library draws in its primary colour uses the accent too. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {
    '--mantine-primary-color-filled': 'var(--accent)',
    '--mantine-primary-color-filled-hover': 'var(--accent-strong)',
    '--mantine-primary-color-contrast': 'var(--on-accent)',
  },
  light: texts,
  dark: texts,
});

/**
 * The component library's theme in the design's colours and density; surfaces come from theme.css. Lists draw their
 * choices while they are open alone: of a form with ten lists these would be most of its elements. Typing in a list and
 * pressing Enter selects the first match. A menu that is too tall for the window scrolls.
 */
const theme = createTheme({
  ...(design as MantineThemeOverride),
  variantColorResolver,
  colors: {
    accent: colorsTuple(colours.accent),
    gray: colorsTuple(colours.gray),
    dark: colorsTuple(colours.dark),
  },
});

/** The theme with the names of the library's own buttons in the language of the window. */
export function useThemeInWords() {
  const { t } = useTranslation();
  return useMemo(() => {
    const defaultProps = { closeButtonProps: { 'aria-label': t('common.close') } };
    const components = { Modal: Modal.extend({ defaultProps }), Notification: Notification.extend({ defaultProps }) };
    return mergeThemeOverrides(theme, createTheme({ components }));
  }, [t]);
}
