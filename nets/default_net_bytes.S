/* The file is found by the include path: this folder. */
    .section .rodata
    .global kJungleDefaultNetBegin
    .hidden kJungleDefaultNetBegin
    .global kJungleDefaultNetEnd
    .hidden kJungleDefaultNetEnd
    .balign 64
kJungleDefaultNetBegin:
    .incbin "default.safetensors"
kJungleDefaultNetEnd:
    .byte 0
    .section .note.GNU-stack, "", @progbits
