# every shape of operands
main: movq $-1, %rax
 movb %ah, 8(%rbx,%rcx,4)
 movw label(%rip), %dx
 movabsq $0x123456789abcdef0, %r9
 leaq (,%rdi,8), %rsi
 addl $5, label
 imulq $3, 8(%rsp), %rdx
 imull %ecx
 shlq %cl, (%rdi)
 sarl %eax
 movzbl %al, %eax
 movslq (%rdi), %rax
 cmovle %rdx, %rax
 sete %al
 setg (%rdi)
 xchgq %rax, %rbx
 pushq 8(%rbp)
 popq %rax
 pushq $-5
 jmp *table(,%rax,8)
 call *%rax
 call puts@PLT
 jmp putchar@PLT
 movsd .LC0(%rip), %xmm0
 addsd (%rdi,%rax,8), %xmm0
 vmulsd %xmm0, %xmm1, %xmm2
 pxor %xmm3, %xmm3
 cvtsi2sdq %rax, %xmm3
 cvttsd2sil %xmm3, %eax
 andpd .LC0(%rip), %xmm0
 ucomisd %xmm0, %xmm1
 movq %xmm0, %rax
 cltq
 cqto
 idivq 8(%rdi)
 lock addq $1, (%rdi)
 rep ret
 leave
 ret $8
 syscall
 .p2align 4,,10
 .section .rodata
 .align 8
table: .quad main, 1f
1: .long 1b - table
.LC0: .double 1.5
label: .value 7
 .comm shared,8,8
