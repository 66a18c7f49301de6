import { inflateSync } from 'node:zlib';

/** Small files of statistics programs (haven for R, pandas, ReadStat), packed with zlib, in Base64. */
export const statisticsFiles = {
  '13.dta':
    'eNrtVb1uE0EQXtsoNDRIlAi5wC17NhLEaBhCQwpHBhRRn9b2Ep+0d2d2lwTTEEXiAVI6VZo8AA2ihtZ5B3r6gNIcu7d7sTHSKSeqSIx0+mZn5u' +
    'Zn72YGlGaahSPNEMacjbhEkFxwpji22w+BFgcYTDVPpTXY2n4GdHGEHq4RoD2EPjYIMWwfQbABF2h4x4COYm5CxRO8eT9o9tPdZifoPGgG3Ued' +
    'daALLdAii5hNkHiaebxVc/jU4+26wyce3zUc8msOkzWHhx5/eWxfd3ji8ZNHoDYq7DIZsYHgoZ5OuMLzjOyfZT+zs+w8A7qitMYJM+ljNCLlpN' +
    'O9pNSASc5KDdTYmJQZxGmix6UeovelDkheoCsIVCq1iJTGVZMLBbxOZcy0wtb6vWCHVKBWV5FK1GoH1UK0ulVT0m8qplS1aKDFfZnfRrzlYd4d' +
    'obtuchXoUv/PamWLhsqlV6TU//SPtDQr/XeHoRlgbKi5NMMjGhoB/UsyMvsIa3ag2yH/5c7HHy9fTDdO5/PHfqZvkLrV1i/ifP9wOt/CQltrLK' +
    'XQDI/rX49mMywsTVJ5AFBamoQ2t58XkQ7sbuh9+ywS4qX2ObCb5JWI7dDL31huXHMSA4F3L9MX3t8Nz/tFlEcWTO5womImhF2YxuMfTWRvabGl' +
    'fwPXr97Z',
  '14.dta':
    'eNrtWM9r1EAUTltbKHiwvSkiOXSPmuwKYuUxlh4KZctiLeKphLfJuA1ONuvMtLJKaQ8KPfkniH+FeCz27q33nryI4Em81ZnMpNtdT+YyCnkhfP' +
    'Pm1/vyJvPyMiAkSowSiQR2KCaUE+CUURSUNJv3ISgV6A4lzbnusLG1BsFIhTaZ8yBoE+iQGc8IBB0CDLuUEa2YEsg0o8peNiALd0O/k+/5rbB1' +
    'zw+XH7SUpVErBCWVDAfETum9t3h9yuCaRbxi8I3F77MGb8wbPLlm8KvF/oLBfYubiwa3F0vu2irsIU+xy2gkhwMqyK/zWe/nubkgmGjUnfuo6J' +
    'M08dyKzF/2nRJATtEpAZG+ok4JJDh0+w6gdPwSFhvEbAgQOZcsFZJMdrlogGc5z1AK0mi27oS9CvYat5dFJaKNZljRYuWBsmKEaMi46mKU/lVh' +
    'iu3SqIjGkVkerxbX4jxe1aLj1eTOGCUARW29VWpxLVsvdlV25T9PWZ5RyamoXfKXDlSh1o8ZitpztdTyv36qx7/LEO8gx1hSrn4m0lhVBH/UJC' +
    'iR6POC9slH1v906+23zUfDFTPjj4cF9E5XvMOj9fl3r1enlfqEZaXJswNbKAYcPz09VnDzy/bj1ZlLxPzow/TnsRkvBp4dQFAwACG5ZhxYvJR1' +
    'KI11GVn6RxJC7YKrtjyn7ilbx5D3qCcyZEyf6yjGY7mTebbyROk3NFjpfg==',
  '15.dta':
    'eNrtWDFvEzEUdlKohMRAuyKhDGRhwJcgoQY9njoBUqoAqhjRyUlMc5IvF9mmKAwtqsTOwFIG6K9AzLCmE3+AnT1IldBhn31cWySGW67Dfcvn52' +
    'f7fWfLPvuB0kyzcKwZwoSzMZcIkgvOFMdOpwc0N2A41zyRtsHW9gOghQl9XCWEAO0jDHCFOAAdIAg25AKt4Uqgo5ibiPEM1+4ErUGy2+oG3but' +
    'oHevuwG08ALNxcRshn5IcuT5esPxI8+jS47fe/592fGtK46/X3O89Px8zfFHz3Ld8d56rt1GhV0mIzYUPNTzGVd4kpI3y/RXukxPUqDnnLbxlB' +
    'n5GI1JtdDJq2mlApjkrFIBamIkVCkgTqZ6UukMRK8rnQCSbRC3IUAlUotIafx/h7/N4EUiY6YVtjduBztlord7qpzsdicoF7LdKytVz0tKLTs5' +
    'QPP5NYeWeMnD7GwO3WKRGjWqxoU4vc7vjOI6kNXWW6VGjRo1atSo+KFx5r8MI/P8YyPNpXlMRCNTQf+pGTPNsNEkJMsgfLnx9ufTJ/PN48Xifj' +
    'bou0+bpGm8zSLOj/3jxRbm3sbKKQmt8Kj59cPhIeYtjagsACgtjaCH24/tQD5ZQQ5stqT/7bOYEu/JwxzY/MUzEdvHUNbz9AXdWGIo8OZFuB95' +
    'zVd9edWz/ULB5A4nKmZC2LSPUXzmMmVXo0g5/QFtF+Hg',
  'byte.sav':
    'eNrtVs1u00AQXjuExhQQRRXiAloJDuUACaEgGslqXCWVov5Q4qCqlRDaxtvErd2A7QLthRNv0CMHbjwAEuII5VWQEOIAD4BjduxZaqIeCD4hZe' +
    'RPO95v5ts/rWavzi+Wq1NXrlFzxTRpzWgZdL6xWKfXaTcIHvuVYrFjB93djRvtnltctfeZZy2xdrHJmWUGLKAqIWRGQCGJ5Yi0teqtEl3uPaXl' +
    'O6WZSvlupXSbZjShqpIBK+RjNGpJCPD5NJ9XYrTurS5LnqTmq4pcgNGsG8BPiD7zyS7zON22nZ7LA4/7qXEH88zGeh3yTkGevc9p22G+f8w8xy' +
    'dj1Iw1mp7Hb5u8EMNoHa0jSvOREqNZXzKaC8gLk7RySYkht2rEj/gR/3/zB+n7f6DEiO//zdH+jPhsfO6PWvpjNu8wr8PjEgtWzfsucxxKT2DN' +
    'g3YM6zv4BShZ6fIkTMFY0P0aJvEyNocxUfQ9wvZFH/8hbhxjL2JsAbUU9MlA/9/46dy0D+Odwb5ZgUZNty0NXgh60Hu2o8FbQBcvAKZBddd9Ud' +
    'Y1Ubd1i+1pRktngZZUYd3jLvO2Qe4syp0WQHK6VCIacOdwaPWYZ9IXdHgYii8MFz69c3bE8by//PLb/ZW9KuzKxFttjpCph+dFyzbaFt/sdO2t' +
    'xAvRjnr+zZM6WTTAkzpZNMCTOkNm0sFOqZNxWVzqZFyWHeK5b+E13AwjOMP+A8eVL9wPH9+o4rzJ51eHJ+eeY1x/WMNxOv2QR1H8Sx+9Vg+H1v' +
    'mZ6PwC/iPUaQ==',
  'none.sav':
    'eNpTcfMxctBQ1lQIDggOVnBxDHFUcPP0cVXQVcgoKSkottLXT88syShN0kvOz9UPz6xKLErxTUzWD0pNTAkuSSxRYGJgYLBkQABmOCvSwdhAwS' +
    '+/TMHIzMDSysjCysBUgUIANJWJAQ1wsIKxpwtECUieFVmelRGMQ/zD/WDyIMAIpZmAekHYMcjVESQvCBQLLixNLEpVyM7Myc9NLSlKLUayF11f' +
    'sGeUK0gfF0hfZlWqQnJOYnExFndyi4Cxi2OkArI74EBEDIwdQxD++I8s/58RjINcfR2DvKHyQACTZpRlBGNYUI3Kj8qPyg9t+SnI+X8KIxiD87' +
    '/haPiMylMmz4xSl36wZ81JLEpPBVexIODAWpybmJOjoMACrfNANDu0fgexOUBVFnL1BASMULUgc1/+haiHqWWGqvn///1/KF3/D8oHqeOGqpWA' +
    'quWAmsUIZTOgiRPDRtaLzAbZxwsVswdiTxfbzBROUAvBtiS/PI8T1BawBbYAEjlBtbttMbBa5wTW27YpiZWcjiG2iSWckFrYtig1N7EoG2QcH9' +
    'Q4HiCGSpoYGDBwguQEoFYzITUfYM2k58zIefyDvffhbTl5wOjZIdf6OjCg0gEmDgodwc2cTgwMGrFCQDoxKTklNS09IzNrRLIUBp2zEC1UcPYJ' +
    'zckF82FJHiYOxAcOLmcCxiPDkzmH2JwqFEbBYATQvoUDEl8hfgHTIVh+RCvK/o+G2OAEAMKer5o=',
  'old-be.dta':
    'eNorYmRkYGBjYGBgZqA2MDZQ8MsvUzAyMDJTMLC0MrJg+M3y/9//35kpBDSW5Jfn4VWQWJSaiFdBcQZQCT4Fufl5JRl4TcisSiXBr6oWegbppA' +
    'SOqkkxaaGpamhAmhWqlqQ6qSSXRCeR6ukhAUiM+VEwjAGj97ecPIfKgMDXrXI7bM+cOevQ1gCRYQrNyWWofwDh2PmAZDogWsAF6SGmBfEKIJmZ' +
    'M2fBVIGACpGpiwmIeaBsNphjchKL0lMZinMTc3IYAOuANq4=',
  'old.dta':
    'eNorYmJkYGNgZmBgCMkvzytmoCIwNlDwyy9TMDIwMlMwsLQysmD4zfL/3//fmSkENJYAXYJXQWJRaiJeBcUZQCX4FOTm55Vk4DUhsyqVBL+qWu' +
    'gZpJMSOKomJIa1qqEBaVaoWpLqpJJcEp1EqqeHBCAx5gcjCC4sBaZ/hezMnPzc1JKi1GKGUUAWYPT+lpO3Q671dWBApcPZM2dswaINbQ4MTKE5' +
    'sNzyoP7sGR87MLOjzYGRGSqsEL+A6dCsmTPtYKoYVIhMXUxAzANls8FcAsQ5iUXpqQzFuYk5OQwAa3E/mg==',
  'plain.sas7bdat':
    'eNrt2j1LI0EYB/An8YX4BhtQsPBlEQULPRJO1KvcgBGDUSK7op0uZziDMaKJeIogFtddIX4CKz+AwnGNELSw86UQLITrz8ZKBe+Ms9lZk8y56r' +
    'GV+v+leDL/mWcSNiRkYYhy9n6vTexUe492NzxUduD/XtsoeT8SNZGL/PSk6oKRGlDlvlA42BvQAmpQk+3QM4x+c50SGlr8FchVgbGTROQW4k8f' +
    'fH6ff9DHagerneFYYuErAQAAAAAAAAAAAAAAAAAAvEcV7EF0VmmOWosKZ9M8rxW6xng+ZQUus1TyPCzk6xVmXRHyCM8VYX/JJj8ufzxft8kjNr' +
    'lkkwMAAAC8NXe3mayXrh8jj6N+jYod9Zv6qdxRfwd5HfU7ff85f8z2zJSQG1e5mP0ptq52SXbspiphvkYY1wvjFmGcj790pvshqeNnamX+KTXz' +
    '2sprG5m3A75/zt7+5XtpeZl47jc2SZSaXUzo81E9GVuOTupLpKeI1LkFFsnTsfjsTDQ1H02ytSqblz/H9WQyey7YOFsc1EKDwSvG2KtUeP1r5i' +
    'XXu53XIpv50uc2kB6PMwL8ssCr5Mr/Zlz2DOz/iCd+Nny7GI4sKVaYLV9OFeOA/kjXuXVAXxmJz/CnJzerlHdDnR49TRt163CbL/Y83GjL45vu' +
    'vYKdrebcJgAAAAAAAADwP+4BtlG7Vw==',
  'rle.sas7bdat':
    'eNrt2s9r02AYB/DHdZZORVrYYahokAo7DEl1qANhCbZCsR1qMkQv2tFXG23T2h9sE8HWbiriYYgHjzsM/wAF8SKWefCmeBh4EPSwk17KVn+AP+r7Nu' +
    '+y9aWx04IXn08hb95v8rwJ7wsh0ACsmv9QOveo1/fq6V0P9LwI3Onb5fXtB9gNGyAAv9Xb1NNUTToajoSCqq5qIV1yAm2weuu84ow5/k5dbQVsJC/Q' +
    '22w2tFcOyIGoTNtB2h6IGGZhAhBCCCGEEEIIIYQQQgghhBBCCKH/0Vb6A3izxer1u5qPVnjeJ1QN8PzeSsD/nH+/2WojQh7n+VUh9/NcEcZf3NQ6n3' +
    'PI4w653yFf7GmdP+P5Ht7v5vc5x/PtQn6b59uEHCGEEEIIoFbyKJmLU9LZ2a75Wqk6vHz99ddrjc2nsjKaTGWMxn5RWSpXTi1UlsoPXj5Uazeqw8ee' +
    'P06ambGbT3ZOfzxxfFKxii8sKNVpJTx68K3681u9Yb13MgHspWgK3Lz/p/VJ2Ei3eXD9Zb0lAd0d1evg66g+yD4p7aD+sD1/363yekI4w8PeB+mLrs' +
    'eed9bvgqJw/JbQnxH694X+WvzS9UN2soNegZH4/Pp528/bAb5usj3/K37wsYprMvFbXiNOVz49bsayJJYzrpB4bBJyhJiaqp0+c+RkZKSQGiNZgJFY' +
    'ikjp81I+QSR2vna5QEukS0YynSL5LMnRsTRaH1T10BBbDToO29fD0dA+GSBKTzPzAJ8pdl23cK9fqPWs0ixvXQ7H3e0G8LaO6wJ8vqF2Bu0nwb/zC/' +
    'eO6N4=',
  'v5.xpt':
    'eNrzcHV0cQ1SCHJ19g9y0YIAH0+nIMegSAUPZDlFCDDACxQUgh2DFUAAiQYap6BgpmdgBuInFaeY6Bkp4ATGBn7+YUZmVgaWVkYWVgam6HwFCo' +
    'EHFv/6uvo6AcWI86+hGZxlYoDdPJdg56CAkCCKwi/EP9wvGBJ+Lo4hjoM6/PwcfV2DCfnXDLt/GRgZGBg4GBgzU8hzDwMIAM1A4ZMLmICYlYGp' +
    'JL88j2y3MGC4hYMst0DChTmxKDURnI8KS4FMhezMnPzc1JKi1GLywoWXArewFGdWpYLdAqKTcxKLiymKI1EK3MKaklhJUtwAM5ErsltQ+AwMsh' +
    'S4hS2xRIFkt4R4+roiuwXOZ2BQJccplORff6dgTDkiyytHAYj93oe35eQ5SwYEvm6V2wETdAmdA6Y9Cu6GgnzlCA3u0JxcBQU9qMthgkdC4yGK' +
    'hc4tA4sbIPnspKrDPgeQINRkmGY9Qt4HAPTg6AA=',
  'v8.xpt':
    'eNrzcHV0cQ1SCHJ19g9y0YIAH0+nMAsFBQUPZDlFCDDACxQUgh2DFUAAiQYap6BgpmdgBuInFaeY6Bkp4ATGBn7+YUZmVgaWVkYWVgam6HwFCo' +
    'EHFv/6uvqCPUyUfw3N4CwTA+zmuQQ7B4QADaQk/EL8w/2C8fgDqM7FMcQRI1wHIvz8HH2DCfrXDLt/GRgZGBg4GBgzU8hzDwMIAM1A4QMBIfMY' +
    'sAEmIGZlYCrJL88j2y0MGG7hIGQeVrdAwoU5sSg1ERzfhaVApkJ2Zk5+bmpJUWoxeeHCCzMPpz5BnG5hKc6sSgW7BUQn5yQWF1MUR6Iw83Dq48' +
    'LpFtaUxEqS4gaYWVyR3YLCZ2CQJWQenjhiSyxRINktIZ6+rshugfMZGFQJmYfNKZTkX3+nYLLLe0cBiP3eh7fl5DlLBgS+bpXbARN0CZ0Dpj0K' +
    '7oaqAmlHqNNDc3IVFPSgLocJHgmNhygWOrcMLG6A5LOTqg77HECCUJNhmvUIeR8AIe0FfA==',
  'zlib.sav':
    'eNpTcfMxdtBQ1lQIDggOVnBxDHFUcPP0cVXQVcgoKSkottLXT88syShN0kvOz9UPz6xKLErxTUzWD0pNTAkuSSxRYGJgYLAEYhANAswMMBDpYG' +
    'yg4JdfpmBkZmBpZWRhZWCqQCFAsgcOOFjB2NMFogQkz4osz8oIxiH+4X4weRBghNJMQL0g7Bjk6giSFwSKBReWJhalKmRn5uTnppYUpRYj2Yuu' +
    'L9gzyhWkjwukL7MqVSE5J7G4GIs7uUXA2MUxUgHZHXAgIgbGjiEIf/xHlv/PCMZBrr6OQd5QeSCASTPKMoIxLKhG5UflR+WHtvwU5Pw/hRGMwf' +
    'nfcDR8RuUpk2dGqUs/2LPmJBalp4KrWBBwYC3OTczJUVBggdZ5IJodWr+D2BygKgu5egICRqhakLkv/0LUw9QyQ9X8///+P5Su/wflg9RxQ9VK' +
    'QNVyQM1ihLIZ0MSJYSPrRWaD7OOFitkDsaeLbWYKJ6iFYFuSX57HCWoL2AJbAImcoNrdthhYrXMC623blMRKTscQ28QSTkgtbFuUmptYlA0yjg' +
    '9qHA8QQyVNDAwYOEFyAlCrmZCaD7Bm0nMoo50TQttwQWgDqHzFHO+/v82/6gtUyN+bNnn5ggUbnNd9LU1wWMoMBN0P0vzU2dh6IxQV5s6YMmfS' +
    'rGnzJs5kTfzbytTCUakzw3LKDMakg2cWHuER4E7j67QSvcCa+CzgxdqQGZYiVdqf9ZlZUjQdHG7d/7/A4o/4rMncz5iX8snEnGPpyW9TL+bbaB' +
    'nqcPWvsqjDW8//382//q83CFesY7ysOOnsT2ZDdoYLdZEn5kBjEikZgT0I88x8KL0A6PO5QBoAppXLiw==',
  'lz4.arrow':
    'eNrtV89rE0EUfrO7SbYl0pWkWrRiaA+WKtoePAhV0uKPghVDQargoTGJbTRNQppiBIXUU4+terDioX+AoCfpIYdCLx4i9CJ48FBEoYJgEW+i63szs+' +
    '3uJGmLnsRuGN6+ed/75r03MzuT/uHhyyO9ADY+pg5gAT3NEAQ/+MDEN3yYAQaKez9tm2QQ23MNYAibia3KAJ5gy2CLYltHewXbLLYebOTzGH2RKEz8' +
    'bbIPpMzksmP0voSYisAFw6i3SztSAuk+bPl4oTiJ8gvi1gRWq8eZLqYm6P09xwCLEOYXx/vr4XP5VJbezyImKnBNKo7GT2RyidsoV2zCaBClmAS+mf' +
    'ARhXcyJXhNXlETf7yg3LYH27mpAg59YiBVyKQJWHFxhV1cWGaIFwHO83F1+ChwporDKYRk/C5kOQ7niksWUHPxE99EbipbFLmE5Bh9LnxEyT1fSCdS' +
    'MhdD5tIk/YrCT7dc8+b4TY7HCymevZ+PS/lbGA3pAeSyMAOx7piPcumrU8di7o6so8l7TNlfsTfn1wCxTonP4SZNcmtqbBR3OinyMREt5gYYzSnth0' +
    'VZW15HjFfsiCBnBc3g9RyEzccdm8V92lEaGz5X5fhhOTZs5Cfi1qHx0ylll5SHXTam8IHco5y741LbaPQBqmVnOkzwxOzBoVq+uPwqk72S4duH12FN' +
    '26IOusFzKunusb15v2Obeet18j7o6mtT5HEpB5X+UaUuM4p9QbG/VuyrUh6V0mJee5fUe53xFHuJefkXFPui1I9JfU2xOxN2xBlP89qjmtc/r9hnFH' +
    '1B0RcV/lVlgTj6xjrSlfpLvdupv+6NB+T3S3etQfgHdHWfqHbm3Q+olnV3XWT/fvpEMUT3REALwMua/dqIp8G+ZDvw9zXwf1Otnqaup/PzZ7Ydv8fb' +
    'T1vy1AcD4d0/bAaBQxDbWR4KzwF8fdQ6/fn+d6tjLzqFkia0YK1jf1GXkQsA15+JY2xbf2V+Wnk89vTXt98+tWJi5Z3GofDQZ7w0Uz2ZzNFkx/4oju' +
    'WVzmsPad1FB1q8JFvw1OlnW+GtmrjLznLX3Mu+zvfec3w04o94++m6EEJwxyxrgn1zZs1Ez7GaOryI30gkUzfHxtO3msHOx+il5OBteV8R52aY3xbo' +
    'ZhCUJ8WQPPuc+2BEHuLrMnL3+cNc368l5fyA3Xvs7j32P7rHxrCQ/fw/3m/P5HoV',
  'zstd.arrow':
    'eNrtV01oE1EQnre7Sbc14lpTjLSW1XpQRJoqQg9VtsU/sGAplCp4SEzWNpomJU2xgj0UKXhMRcGKvXvw0Iuecoh46SFCL948FFGoIFjFQ0HqOu/t2+' +
    'btaxrjTbCvDJN5883Mm5n3s+0dHLwy3AXg4NBVAAPoaIIQBCEAOv7CQTTQkN3bcBzKQ0gvFIB+JB2pTACeIKWRLKQ11BeRCkhRJGrzCG3RUZj6j/A5' +
    '4DydzYzQ3yXEFF1cKIxyG9ejS6ByAGk8nstPIP+CuFUXq1TzmcrbY/T3e4YBYlLML4YPVsNnx+0M/X0OMZaLa5RxNH4inU3cRr7sUIwCFl2Ti2+ieF' +
    'PyO2G7fnVWUR3/WEGZbjfS+ckchu7ss3PpFAUWBV9hwReWGeJ5gAssrgofXZwu47CFkIzfhQzDYa8YJw1yLkHqbyw7mcm7uezjMXoEvCnlPp5LJWye' +
    'i8ZzaeR2eddONYS+eXYTo/GczbIPsrg0fwNXQ+UG9GVgBu6+IwGaS0+VOuazd3gddTaj8/miU+mvBu4+pf4831TivhV5bXTdqaSbj45otzdAaE/peS' +
    'jx2rI64nrdExFiXkHRWD0tqAxxbQazaUeubdrEkI7wPiggjiCLH+TxVdh+HOTc5PyAoCNb/LpnlY6jLzs3zFC80hTdW7Og13sBLr95lc4Mpcf4PK3D' +
    'mlKjDqrGahpRxZj+vFdIJW+1Rt6tgqaZ8wjnhzi3JP1VqS5Tkr4g6Rcl/ZJUz1VJz4rK+8bqRPx6i/j9xyT9FJePcfm5pC9xuZ3LK5J+ncsd3joVv7' +
    '5bkgckeVTx168gbRBP9vbRomS/JNmvKf56AL/HVH+5/nlZPieynojngjRuAiLifGQWC074/lHQ5qSl/MG+6nkk/jPsswtsY/e2XD5DJ57Oz5+tES8q' +
    'zkenceKDBj8dwIt6ofCtS6vPbgEPWsvM5+kfxuG9kKTPXmx/G/mrPIcvAlx/5j5Kddf3NUCLM/P13fdPLQ4fUt/q84O3WfeD8ulklqDBqahSr91jPN' +
    'DLHdce0q5afXvQqu2SUjPulnlSe52GOG/MVDan4t+kW+5p6bLfzr8pzpuzrLEFAnMqHD9htUZKnos5UsHF5gATvxq/kUjaN0dGU7fwErs/tKvZew9g' +
    '830LsxucvuAh/lL3Ux/Cd5vJH9t1Hkh8J4ggL0n3O+x8b+58b/5H35sDWMhe9r/Yb/s6i7U=',
  'stream.arrow':
    'eNrtVL1rU1EUP/flJX0tKT4xlYAOD1262UXoUOVR/AI7dBEVHIzJs4m+5oXkFRV06NYxioMV/wAHZ6cMBReHCF2EDg4iCgqCIg6C6POc+5G8d0hKxw' +
    '7ecDj3vt/v/u75uDdJkiRODsAFGlNQhALkwcEZDmGDje7+nyQhX0R7YQEsoTlofQHwBC1E89G+I95D66LNodGex7gXhUqkX9bfQPswaq7QfAs5PcUr' +
    'lnB9VOMoCbTOo7Uq7biD/ivyPiuuNUqzEQerNH8nOSA84vyV/MIoftQKmjQ/gxxf8SY5j86vhlH1NvrthDgW+BST4k8R32O6nUDpOrKiDv5kQSU2jX' +
    'Z2rY1Hn1gM2mGDiL2UVimlhWWGSgxwTp6bg4+K53AethBqlXvQlDzslfRigudSIL3VaK0Zq1wO6TMWUnyP5d5qN6qBzsXWuUzqfbHal3NTfTP7OvVK' +
    'O5DZF+S5lL+L0dB6ArVczEDdO5GnXBZG1DGO7ug6OvKLo7/3kmF/bVD3lPSMNq20tsVjo7gbNZWPg2zVGxDUU5RNnuvayjriTL2IolQFy5ZYWePqpa' +
    'i4zBsq6zoRsqS/WzAcORg/itq7A/3hEEwHUrU2vIuvXobNS+Eq5bFjpfM4nM0jZ8scZgfBZOOmt+2yWI+wWNLxmXp4DJ9lec0z3Gf4MsOvaD+n/QbD' +
    'uwzfYvhrpr/D8Pcs/l8MNxODl0UW9xg+z3CfrS+w9bLI9vu6yPbWrE2d62x/S2Tr3tXrhymd6VQfBbuD+3XN7/nufG8sP9NL/VZovOn3T5F/url5Os' +
    '3/YGd1fifZAWPOmVn/8uCne+yg+V6D3YfZd/k8wLVnQ92BXrL+7e2PTzP8XINv9E/WIjFed/v41UdUE3/xwJ7qaGpuzPzX8P8qfr+Mr9yo1oKbK/XG' +
    'rf+z/TC7q/tl7s4/y5hmbA==',
} as const;

export function statisticsFile(name: keyof typeof statisticsFiles): Buffer {
  return inflateSync(Buffer.from(statisticsFiles[name], 'base64'));
}

/** `none.sav` with a label of 5 instead of 2, which a row has. */
export function fileWithUnlabelledValue(): Buffer {
  const bytes = statisticsFile('none.sav');
  // The code, the length of the label, the label.
  bytes.writeDoubleLE(5, bytes.indexOf('small') - 9);
  return bytes;
}
