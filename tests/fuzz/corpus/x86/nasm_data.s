section .data
x: dd 5, 0FFh
y db 'A', "bc", 10, 0
w dw 7
section .text
global _start
_start:
mov eax, [x+4]
call foo
mov rax, [fs:40]
loop _start
